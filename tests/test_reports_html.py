"""The HTML report: whole, without a network, and driven in a real browser where there is one."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from conformance.cli import main

VECTORS = Path(__file__).parent / "runner_vectors.jsonl"
SAVED = Path(__file__).parent / "data" / "reports" / "run.jsonl"
VOID = {"br", "input", "link", "meta"}
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
DESKTOP, PHONE = (1200, 900), (390, 800)

Kaiju = Callable[..., Result]


class Page(HTMLParser):
    """Reads a page: what is open, what is named, what is linked, what is said."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loads: list[str] = []
        self.said = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag not in VOID:
            self.open.append(tag)
        self.ids += [given["id"] or ""] if "id" in given else []
        self.links += [given["href"] or ""] if tag == "a" else []
        self.loads += [given[key] or "" for key in ("src", "srcset") if key in given]
        self.loads += [given["href"] or ""] if tag == "link" else []

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.said += data


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("html") / "page.html"
    arguments = ["report", str(SAVED), "--vectors", str(VECTORS), "--html", str(path)]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    return path


def test_the_page_is_whole_and_loads_nothing(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    read = Page(text)
    assert read.open == []
    assert len(read.ids) == len(set(read.ids))
    assert read.loads == ["data:,"]
    assert "@import" not in text
    assert "url(" not in text
    outside = {link for link in read.links if not link.startswith("#")}
    assert outside == {"https://example.org/issues/1"}
    named = {link[1:] for link in read.links if link.startswith("#")}
    assert named <= set(read.ids)


def test_what_others_wrote_is_only_text(tmp_path: Path, kaiju: Kaiju) -> None:
    evil = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>"
    *results, summary = map(json.loads, SAVED.read_text().splitlines())
    for one in results:
        one |= {"title": evil, "rules": [evil], "issue": f"javascript:{evil}"}
        one |= {"message": evil, "stderr": evil} if one["status"] != "pass" else {}
    said = {**summary, "engine": {"name": evil}, "command": evil, "ruleset": evil}
    saved = tmp_path / "run.jsonl"
    saved.write_text("\n".join(map(json.dumps, [*results, said])))
    result = kaiju("report", saved, "--vectors", VECTORS, "--html", "-")
    assert result.exit_code == 0, result.output
    assert "<script>alert" not in result.stdout
    assert "<img" not in result.stdout
    read = Page(result.stdout)
    assert not any(link.startswith("javascript:") for link in read.links)
    assert evil in read.said


def test_a_failure_has_its_board_its_story_and_its_difference(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    found = re.search(r'<details id="MB-RUN002".*?</details>', text, re.DOTALL)
    assert found
    said = " ".join(Page(found[0]).said.split())
    for part in (
        "accepted block Gorillion (#2), which is not legal",
        "It behaves as if anybody could block a sneaky creature (M-014)",
        "Bob · in play · Gorillion (#2) · exhausted",
        "Alice attacks with Spider Owl (#1)",
        "Here the engine differs",
        "kaiju run MB-RUN002 --engine 'exec:./bugforge --stdio'",
    ):
        assert part in said, part
    assert 'class="card differs"' in found[0]
    assert found[0].count('class="side"') == 4  # two boards of two sides


def test_a_clean_run_has_a_page_too(kaiju: Kaiju) -> None:
    result = kaiju("run", "--vectors", VECTORS, "--html", "-")
    assert result.exit_code == 0
    read = Page(result.stdout)
    assert "nothing fails" in read.said
    assert "Nothing failed." in read.said


# ------------------------------------------------------------------ in a browser


@pytest.fixture(scope="module")
def real_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of a real run that fails, judged by vectors of the kit."""
    path = tmp_path_factory.mktemp("real") / "page.html"
    engine = f"exec:{shlex.quote(sys.executable)} -m conformance.miniatures accepts"
    ours = "ruleset:mindbug/first-contact"
    select = ["-k", f"rule:mb.keyword.sneaky {ours}", "-k", f"rule:mb.setup.deal {ours}"]
    result = CliRunner().invoke(main, ["run", "--engine", engine, *select, "--html", str(path)])
    assert result.exit_code == 1, result.output
    return path


def drive(page: Path, script: str, size: tuple[int, int] = DESKTOP) -> Any:
    """What a script finds on the page; Any: whatever JSON it returns."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        pytest.skip(f"no browser: none of {', '.join(BROWSERS)} is installed")
    driven = page.with_name("driven.html")
    probe = f"""<pre id="probe"></pre><script>
      const shown = (selector) => [...document.querySelectorAll(selector)]
        .filter((one) => one.checkVisibility());
      const type = (text) => {{
        document.getElementById("filter").value = text;
        document.getElementById("filter").dispatchEvent(new Event("input"));
      }};
      const go = (hash) => {{
        history.replaceState(null, "", hash);
        window.dispatchEvent(new HashChangeEvent("hashchange"));
      }};
      let found;
      try {{ found = (() => {{ {script} }})(); }} catch (error) {{ found = String(error); }}
      document.getElementById("probe").textContent = JSON.stringify(found);
    </script></body>"""
    driven.write_text(page.read_text(encoding="utf-8").replace("</body>", probe), encoding="utf-8")
    told = subprocess.run(
        [
            *(browser, "--headless", "--no-sandbox", "--disable-gpu"),
            *("--disable-background-networking", "--disable-dev-shm-usage"),
            f"--user-data-dir={page.parent / 'profile'}",
            f"--window-size={size[0]},{size[1]}",
            *("--dump-dom", driven.as_uri()),
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    found = re.search(r'<pre id="probe">(.*?)</pre>', told.stdout, re.DOTALL)
    assert found, told.stderr
    return json.loads(Page(found[0]).said)


@pytest.mark.slow
def test_the_filter_and_the_toggles_work(page: Path) -> None:
    found = drive(
        page,
        """
        const ids = () => shown(".failure").map((one) => one.id);
        const toggle = (status) => document.querySelector(`.toggle[data-status=${status}]`).click();
        const first = ids();
        type("sneaky ONE"); const filtered = ids();
        const count = document.getElementById("shown").textContent;
        type("no such thing"); const none = [ids(), shown("#none").length];
        type(""); toggle("crash"); const without = ids();
        toggle("crash"); const again = ids();
        return {first, filtered, count, none, without, again};
        """,
    )
    every = ["MB-RUN002", "MB-RUN003", "MB-OTHER2", "MB-RUN004"]  # what is known comes last
    assert found == {
        "first": every,
        "filtered": ["MB-RUN002"],
        "count": "1 of 4",
        "none": [[], 1],
        "without": ["MB-RUN002", "MB-OTHER2", "MB-RUN004"],
        "again": every,
    }


@pytest.mark.slow
def test_a_failure_opens_from_anywhere(real_page: Path) -> None:
    found = drive(
        real_page,
        """
        go("#rules");
        const tab = document.querySelector(".tab[aria-current]").textContent;
        const parts = shown("main > section").map((one) => one.id);
        const chip = shown("#rules .chip.fail").find((one) => !one.hash.startsWith("#vector-"));
        const id = chip.getAttribute("href").slice(1);
        document.getElementById(id).open = false;
        type("nothing at all");
        go("#" + id);
        const failure = document.getElementById(id);
        return {
          tab, parts, open: failure.open, seen: failure.checkVisibility(),
          boards: shown("#" + id + " .board").length > 0,
          story: shown("#" + id + " .story .here").length,
          differences: shown("#" + id + " .differences tbody tr").length > 0,
        };
        """,
    )
    assert found == {
        "tab": "Rules",
        "parts": ["rules"],
        "open": True,
        "seen": True,
        "boards": True,
        "story": 1,
        "differences": True,
    }


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_nothing_is_wider_than_the_window(real_page: Path, size: tuple[int, int]) -> None:
    found = drive(
        real_page,
        """
        for (const one of document.querySelectorAll("details")) one.open = true;
        const wide = {};
        for (const part of ["failures", "rules", "cards", "vectors"]) {
          go("#" + part);
          wide[part] = document.documentElement.scrollWidth - window.innerWidth;
        }
        return {wide, width: window.innerWidth};
        """,
        size,
    )
    assert all(excess <= 0 for excess in found["wide"].values()), found
    assert found["width"] <= max(size[0], 500)
