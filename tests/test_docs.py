"""The reference: it builds without a warning, links both ways, and refuses a link to nowhere."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from conformance.scenario.shelf import read_scenarios, scenario_files
from rules_dsl.specification import load_specification

for needed in ("sphinx", "myst_parser", "furo"):
    pytest.importorskip(needed)


class Site:
    """A copy of the sources, and what Sphinx makes of it; the checkout stays as it is."""

    def __init__(self, project: Path, folder: Path) -> None:
        self.source, self.target = folder / "docs", folder / "html"
        made = shutil.ignore_patterns("reference", "__pycache__")
        shutil.copytree(project / "docs", self.source, ignore=made)

    def build(self) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html"]
        return subprocess.run(
            [*command, str(self.source), str(self.target)], capture_output=True, text=True
        )

    def links(self, page: str, anchor: str) -> set[str]:
        """Where the block with this anchor leads."""
        text = (self.target / "reference" / page).read_text(encoding="utf-8")
        _, found, rest = text.partition(f'id="{anchor}"')
        assert found, f"{page} has no {anchor}"
        block, _, _ = rest.partition('<dl class="kaiju ')
        return set(re.findall(r'<a class="reference internal" href="([^"]+)"', block))

    def objects(self) -> set[tuple[str, str]]:
        """The kind and id of everything that other projects can link to."""
        data = (self.target / "objects.inv").read_bytes()
        listed = zlib.decompress(data.split(b"\n", 4)[4]).decode().splitlines()
        entries = (line.split(" ", 2) for line in listed)
        return {(kind.removeprefix("kaiju:"), id) for id, kind, _ in entries}


def is_linked(links: set[str], part: str) -> bool:
    return any(part in link for link in links)


# One test, since all of it looks at the one site that takes so long to build.
@pytest.mark.slow
def test_the_reference_builds_clean_and_links_both_ways(project, tmp_path):
    site = Site(project, tmp_path)
    built = site.build()
    assert built.returncode == 0, built.stderr

    tie = site.links("mindbug/combat.html", "mb.attack.tie")
    assert {"../clauses/mbb.html#MBB-ATTACK-005", "../clauses/mkt.html#MKT-ATTACK-005"} <= tie
    assert is_linked(tie, "/scenarios/mindbug/")
    assert is_linked(tie, "/cards/")

    block = site.links("mindbug/combat.html", "mb.attack.block")
    assert is_linked(block, "/cards/bee-bear.html#card-bee-bear")
    assert is_linked(block, "/language/words.html#rule-cannot-block")

    clause = site.links("clauses/mbb.html", "MBB-ATTACK-005")
    assert is_linked(clause, "/mindbug/combat.html#mb.attack.tie")
    card = site.links("cards/bee-bear.html", "card-bee-bear")
    assert is_linked(card, "/mindbug/combat.html#mb.attack.block")
    word = site.links("language/words.html", "rule-cannot-block")
    assert is_linked(word, "/cards/boar-zooka.html#card-boar-zooka")  # its shortest example
    option = site.links("options.html", "mb.option.hunter-choice")
    assert is_linked(option, "mindbug/keywords.html#mb.keyword.hunter")

    star = site.links("tokyo/stars.html", "kt.star.three")
    assert is_linked(star, "../clauses/kot.html#KOT-VP-001")
    text = (site.target / "reference/tokyo/stars.html").read_text(encoding="utf-8")
    assert "is a game in the making" in text
    finished = (site.target / "reference/mindbug/combat.html").read_text(encoding="utf-8")
    assert "is a game in the making" not in finished

    specification, listed = load_specification(), site.objects()
    scenarios = [s.id for found in read_scenarios(scenario_files()).values() for s in found if s.id]
    assert {("rule", id) for id in specification.rules} <= listed
    assert {("option", id) for id in specification.options} <= listed
    assert {("ruling", id) for id in specification.rulings} <= listed
    assert {("clause", c) for c in specification.clauses if c[:3] in specification.scope} <= listed
    assert {("scenario", id) for id in scenarios} <= listed
    assert {("card", "bee-bear"), ("keyword", "tough"), ("word", "defeat")} <= listed

    page = "---\norphan: true\n---\n# Broken\n\n{rule}`mb.attack.tye`, {card}`bee-bear`\n"
    (site.source / "broken.md").write_text(page, encoding="utf-8")
    built = site.build()
    assert built.returncode == 1, built.stderr
    assert "there is no rule mb.attack.tye: did you mean mb.attack.tie?" in built.stderr
    assert "bee-bear" not in built.stderr
