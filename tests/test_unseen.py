"""What nobody can see stands in no name: of a card, a scenario, a player or an expectation."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from conformance.expectations import read_config
from conformance.scenario.reader import read_text
from rules_dsl.errors import KaijuError, printable

Kaiju = Callable[..., Result]

UNSEEN = {
    "\u202e": "'\\u202e' (right-to-left override)",
    "\u2066": "'\\u2066' (left-to-right isolate)",
    "\u200b": "'\\u200b' (zero width space)",
    "\u200d": "'\\u200d' (zero width joiner)",
    "\u00ad": "'\\xad' (soft hyphen)",
    "\ufeff": "'\\ufeff' (zero width no-break space)",
    "\u2028": "'\\u2028' (line separator)",
    "\u00a0": "'\\xa0' (no-break space)",
    "\u3164": "'\\u3164' (hangul filler)",
    "\U000e0041": "'\\U000e0041' (tag latin capital letter a)",
    "\x1b": "'\\x1b'",
}
each_unseen = pytest.mark.parametrize("character", UNSEEN, ids=ascii)


@each_unseen
def test_no_card_has_it_in_its_name(kaiju: Kaiju, tmp_path: Path, character: str) -> None:
    file = tmp_path / "my.cards"
    file.write_text(f'creature yeti "Ye{character}ti"\n  power 3\n', encoding="utf-8")
    for verb in ("check", "fmt"):
        result = kaiju(verb, file)
        assert result.exit_code == 2
        said = f"{file}:1:18: {UNSEEN[character]} cannot stand here: nobody could see it"
        assert said in result.output
        assert character not in result.output


@each_unseen
def test_no_scenario_has_it_in_a_line(character: str) -> None:
    text = (
        f'question "A ti{character}e"\n  ruleset mindbug/first-contact\n  given\n'
        f"    alice plays first\n    bob{character}: life 3  # no na{character}me\n  when\n"
    )
    with pytest.raises(KaijuError) as caught:
        read_text(text, "my.scenario")
    said = str(caught.value)
    assert f"my.scenario:1:15: {UNSEEN[character]} cannot stand here" in said
    assert f"my.scenario:5:8: {UNSEEN[character]} cannot stand here" in said
    assert character not in printable(said)


@each_unseen
def test_no_expectation_has_it(character: str) -> None:
    escaped = f"\\U{ord(character):08x}"
    for line, text in {
        1: f'engine = "exec:./eng{escaped}ine"',
        2: f'\n[expect."MB-{escaped}1"]\nis = "fail"',
        3: f'[expect."MB-1"]\nis = "fail"\nreason = "wr{escaped}ong"',
    }.items():
        with pytest.raises(KaijuError) as caught:
            read_config(Path("kaiju.toml"), text)
        assert str(caught.value).startswith(f"kaiju.toml:{line}: {UNSEEN[character]} cannot")


def test_a_line_of_nothing_to_see_is_no_line() -> None:
    for text in ("\u202e", "\u200b \u200b\n", "  \u3164", 'question "A"\n  \u202e\n  given\n'):
        with pytest.raises(KaijuError, match="nobody could see it"):
            read_text(text, "my.scenario")
