"""The reference: it builds without a warning, links both ways, and refuses a link to nowhere."""

from __future__ import annotations

import re
import subprocess
import sys
import zlib
from collections import Counter
from importlib.util import find_spec
from pathlib import Path, PurePosixPath

import pytest

from conformance.scenario.shelf import read_scenarios, scenario_files
from rules_dsl.specification import load_specification

if not all(map(find_spec, ("sphinx", "myst_parser", "furo"))):  # to import them takes much room
    pytest.skip("Sphinx and its theme are not installed", allow_module_level=True)

# As `make docs` does, into the same folder: what is built here is not built there again.
BUILD = "-m sphinx -W --keep-going -q -b html docs build/docs"

LINK = re.compile(r'<a class="reference internal" href="([^"]+)"')


class Site:
    """What Sphinx has made."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.pages = [
            path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*.html"))
        ]

    def text(self, page: str) -> str:
        """A page as it stands; all of them at once would be too much."""
        return (self.folder / page).read_text(encoding="utf-8")

    def links(self, page: str, anchor: str) -> set[str]:
        """Where the block with this anchor leads."""
        _, found, rest = self.text(f"reference/{page}").partition(f'id="{anchor}"')
        assert found, f"{page} has no {anchor}"
        block, _, _ = rest.partition('<dl class="kaiju ')
        return set(LINK.findall(block))

    def links_of(self, page: str) -> set[str]:
        """Where a whole page leads."""
        return set(LINK.findall(self.text(page)))

    def objects(self) -> dict[tuple[str, str], str]:
        """The address of everything that other projects can link to, by kind and name."""
        data = (self.folder / "objects.inv").read_bytes()
        listed = zlib.decompress(data.split(b"\n", 4)[4]).decode().splitlines()
        entries = (line.split(" ", 4) for line in listed)
        return {
            (kind.removeprefix("kaiju:"), name): address.replace("$", name)
            for name, kind, _, address, _ in entries
        }

    def anchors(self) -> dict[str, Counter[str]]:
        """The anchors of each page, with how often each is there."""
        anchor = re.compile(r'\bid="([^"]+)"')
        return {page: Counter(anchor.findall(self.text(page))) for page in self.pages}


def is_linked(links: set[str], part: str) -> bool:
    return any(part in link for link in links)


def resolved(page: str, link: str) -> tuple[str, str]:
    """The page and the anchor that a link on a page means."""
    path, _, anchor = link.partition("#")
    parts: list[str] = []
    for part in (PurePosixPath(page).parent / path).parts if path else PurePosixPath(page).parts:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts), anchor


def test_the_test_builds_what_make_builds(project):
    recipe = (project / "Makefile").read_text(encoding="utf-8")
    assert f"$(BIN)/python {BUILD}\n" in recipe


# One test, since all of it looks at the one site that takes so long to build.
@pytest.mark.slow
def test_the_reference_builds_clean_and_links_both_ways(project):
    built = subprocess.run(
        [sys.executable, *BUILD.split()], cwd=project, capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stderr
    site = Site(project / "build" / "docs")

    expect_mindbug(site)
    expect_tokyo(site)
    expect_duel(site)
    expect_everything_listed(site)
    expect_no_link_to_nowhere(site)


def expect_mindbug(site: Site) -> None:
    tie = site.links("mindbug/combat.html", "mb.attack.tie")
    assert {"../clauses/mbb.html#MBB-ATTACK-005", "../clauses/mkt.html#MKT-ATTACK-005"} <= tie
    assert is_linked(tie, "/scenarios/mindbug/")
    assert is_linked(tie, "/cards/mindbug/")

    block = site.links("mindbug/combat.html", "mb.attack.block")
    assert is_linked(block, "/cards/mindbug/bee-bear.html#card-bee-bear")
    assert is_linked(block, "/language/mindbug.html#rule-cannot-block")

    clause = site.links("clauses/mbb.html", "MBB-ATTACK-005")
    assert is_linked(clause, "/mindbug/combat.html#mb.attack.tie")
    card = site.links("cards/mindbug/bee-bear.html", "card-bee-bear")
    assert is_linked(card, "/mindbug/combat.html#mb.attack.block")
    word = site.links("language/mindbug.html", "rule-cannot-block")
    assert is_linked(word, "/cards/mindbug/boar-zooka.html#card-boar-zooka")  # its shortest example
    option = site.links("options/mindbug.html", "mb.option.hunter-choice")
    assert is_linked(option, "mindbug/keywords.html#mb.keyword.hunter")


def expect_tokyo(site: Site) -> None:
    star = site.links("tokyo/stars.html", "kt.star.three")
    assert is_linked(star, "../clauses/kot.html#KOT-VP-001")
    assert is_linked(star, "/scenarios/tokyo/")
    tough = site.links("keywords/tokyo.html", "keyword-tough")
    assert is_linked(tough, "/tokyo/keywords.html#kt.keyword.tough")
    assert is_linked(tough, "/cards/tokyo/deadly-shell.html#card-deadly-shell")

    # Each printing has the scenarios of its own rulesets.
    old = site.links("cards/tokyo/acid-attack.html", "card-base-2010-acid-attack")
    new = site.links("cards/tokyo/acid-attack.html", "card-base-current-acid-attack")
    assert is_linked(old, "#card-base-current-acid-attack")
    assert is_linked(old, "/scenarios/tokyo/cards-2010.html#")
    assert not is_linked(new, "/scenarios/tokyo/cards-2010.html#")


def expect_duel(site: Site) -> None:
    stop = site.links("duel/king.html", "kd.king.stop")
    assert is_linked(stop, "../clauses/ktd.html#KTD-KING-005")
    assert is_linked(stop, "/cards/duel/king.html#card-king")
    assert is_linked(stop, "/scenarios/duel/")
    monster = site.links("cards/duel/gigazaur.html", "card-gigazaur")
    assert is_linked(monster, "/duel/monsters.html#kd.monster.pull")


def expect_everything_listed(site: Site) -> None:
    specification, listed = load_specification(), site.objects()
    scenarios = [s.id for found in read_scenarios(scenario_files()).values() for s in found if s.id]
    assert {("rule", id) for id in specification.rules} <= listed.keys()
    assert {("option", id) for id in specification.options} <= listed.keys()
    assert {("ruling", id) for id in specification.rulings} <= listed.keys()
    clauses = {("clause", c) for c in specification.clauses if c[:3] in specification.scope}
    assert clauses <= listed.keys()
    assert {("scenario", id) for id in scenarios} <= listed.keys()
    assert {("card", "bee-bear"), ("keyword", "tough"), ("word", "defeat")} <= listed.keys()
    tokyo = {("card", "tokyo/extra-head"), ("keyword", "tokyo/tough"), ("word", "tokyo/reroll")}
    assert tokyo <= listed.keys()
    assert {
        ("card", "duel/extra-head"),
        ("card", "duel/king"),
        ("word", "duel/pull"),
    } <= listed.keys()
    newest = listed["card", "tokyo/base-current/acid-attack"]
    assert listed["card", "tokyo/acid-attack"] == newest
    assert listed["card", "tokyo/base-2010/acid-attack"] != newest


def expect_no_link_to_nowhere(site: Site) -> None:
    anchors = site.anchors()
    # The theme itself has one id twice on each page.
    twice = {
        (page, id)
        for page, found in anchors.items()
        if page.startswith("reference/")
        for id, count in found.items()
        if count > 1
    }
    assert twice == set()
    broken = set()
    for page in site.pages:
        for link in site.links_of(page):
            target, anchor = resolved(page, link)
            if target not in anchors or (anchor and anchor not in anchors[target]):
                broken.add((page, link))
    assert broken == set()
    known = {f"{page}#{id}" for page, found in anchors.items() for id in found}
    ours = {kind for kind, _ in site.objects() if ":" not in kind}
    assert ours >= {"rule", "clause", "card", "keyword", "option", "ruling", "scenario", "word"}
    assert {a for (kind, _), a in site.objects().items() if kind in ours} <= known


@pytest.fixture
def small_site(project, tmp_path):
    """A site of one rule and one card, with a page of its own to write."""
    conf = f"""
import sys
sys.path.insert(0, {str(project / "docs" / "_ext")!r})
extensions = ["myst_parser"]
primary_domain, nitpicky, html_theme = "kaiju", True, "basic"
def setup(app):
    from kaiju_domain.domain import KaijuDomain, warn_with_advice
    KaijuDomain.check_consistency = lambda domain: None  # not all is shown here
    app.add_domain(KaijuDomain)
    app.connect("warn-missing-reference", warn_with_advice)
"""
    (tmp_path / "conf.py").write_text(conf, encoding="utf-8")
    blocks = {
        "reference/mindbug/combat": "```{rule} mb.attack.tie\nA tie.\n```",
        "reference/cards/mindbug/bee-bear": "```{card} bee-bear\n```",
        "reference/cards/tokyo/acid-attack": "```{card} tokyo/base-current/acid-attack\n```",
    }
    for page, block in blocks.items():
        path = tmp_path / f"{page}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"---\norphan: true\n---\n# Page\n\n{block}\n", encoding="utf-8")

    def build(text: str) -> str:
        (tmp_path / "index.md").write_text(f"# First\n\n{text}\n", encoding="utf-8")
        command = [sys.executable, "-m", "sphinx", "-q", "-b", "dummy", tmp_path, tmp_path / "out"]
        return subprocess.run(command, capture_output=True, text=True, check=True).stderr

    return build


def test_mistakes_on_a_page_are_told(small_site):
    told = small_site(
        "{rule}`mb.attack.tye`, {card}`bee-bear`, {card}`tokyo/acid-attack`\n\n"
        "```{card} bee-bear\n```\n\n```{rule} mb.attack.block\nA block.\n```"
    )
    nowhere, twice, misplaced = sorted(told.splitlines(), key=lambda line: "index.md:3" not in line)
    assert "there is no rule mb.attack.tye: did you mean mb.attack.tie?" in nowhere
    assert "bee-bear" in twice
    assert "rule mb.attack.block belongs into reference/mindbug/combat" in misplaced
