"""`kaiju lock`: suspects are shown with what rests on them, and settled by writing."""

from __future__ import annotations

import shutil

import pytest

from conformance.scenario.reader import read_text
from conformance.verbs import lock as verb
from rules_dsl.lock import read_lock, suspects
from rules_dsl.specification import Specification, spec_root

TIE = "mb.attack.tie"
SCENARIO = f"""scenario MB-0WHS8E "Equal powers defeat each other"
  rules {TIE}
  ruleset mindbug/first-contact
  given
    alice plays first; in play: Luchataur [a]
  when
    alice attacks with Luchataur [a]
  then
    bob has 2 life
"""


@pytest.fixture
def spec(tmp_path, monkeypatch):
    """A copy of the specification that may be spoilt, with one scenario resting on it."""
    root = tmp_path / "spec"
    shutil.copytree(spec_root(), root)
    monkeypatch.setattr(verb, "load_specification", lambda: Specification(root))
    monkeypatch.setattr(verb, "scenario_files", list)
    rests = read_text(SCENARIO, "combat.scenario")
    monkeypatch.setattr(verb, "read_scenarios", lambda files: {"combat.scenario": rests})
    verb.write_lock(Specification(root))
    return root


def rewrite(spec, file, old, new):
    page = spec / file
    text = page.read_text("utf-8")
    assert text.count(old) == 1
    page.write_text(text.replace(old, new), "utf-8")


def change_tie(spec):
    """Give the rule about ties another text, as an editor would."""
    text = Specification(spec).rules[TIE].text
    rewrite(spec, "mindbug/combat.md", text, f"{text}\nThis is new.")


def remove_tie(spec):
    """Take the rule about ties out, also where the specification itself names it."""
    page = spec / "mindbug/combat.md"
    before, _, rest = page.read_text("utf-8").partition(f"```{{rule}} {TIE}\n")
    page.write_text(before + rest.partition("\n```\n")[2], "utf-8")
    for ruling in (spec / "rulings").glob("*.md"):
        ruling.unlink()


def test_a_fresh_lock_holds(kaiju, spec):
    before = (spec / "rules.lock").read_bytes()
    for arguments in (["lock", "--check"], ["lock"]):
        result = kaiju(*arguments)
        assert result.exit_code == 0, result.output
        real = Specification(spec)
        said = f"all {len(real.rules)} rules and {len(real.rulings)} rulings are as"
        assert result.stdout.startswith(said)
    assert (spec / "rules.lock").read_bytes() == before


def test_a_changed_text_is_suspect_until_it_is_recorded(kaiju, spec):
    old = Specification(spec).rules[TIE].checksum
    change_tie(spec)
    new = Specification(spec).rules[TIE]
    before = (spec / "rules.lock").read_bytes()
    result = kaiju("lock", "--check")
    assert result.exit_code == 1
    assert f"~ {TIE}  spec/mindbug/combat.md:{new.line}  {old} -> {new.checksum}" in result.stdout
    assert "This is new." in result.stdout
    assert "on it rests MB-0WHS8E  combat.scenario:1  Equal powers" in result.stdout
    assert "the lock is stale" in result.stderr
    assert (spec / "rules.lock").read_bytes() == before

    result = kaiju("lock")
    assert result.exit_code == 0
    assert f"~ {TIE}" in result.stdout
    assert "wrote spec/rules.lock" in result.stdout
    assert read_lock(spec / "rules.lock")[TIE].checksum == new.checksum
    assert kaiju("lock", "--check").exit_code == 0


def test_a_changed_rule_of_a_game_in_the_making_is_shown_and_fails_nothing(kaiju, spec):
    rewrite(spec, "rulesets.toml", 'prefix = "kt"', 'prefix = "kt"\ndraft = "half done"')
    rule = Specification(spec).rules["kt.star.three"]
    rewrite(spec, rule.file, rule.text, f"{rule.text}\nThis is new.")
    result = kaiju("lock", "--check")
    assert result.exit_code == 0
    assert "~ kt.star.three" in result.stdout
    assert "only rules of games in the making differ" in result.stdout
    change_tie(spec)
    assert kaiju("lock", "--check").exit_code == 1


def test_a_ruling_rests_on_its_rules(kaiju, spec):
    ruling = next(iter(Specification(spec).rulings.values()))
    rule = Specification(spec).rules[ruling.rules[0]]
    rewrite(spec, rule.file, rule.text, f"{rule.text}\nThis is new.")
    result = kaiju("lock", "--check")
    assert f"on it rests {ruling.id}  spec/{ruling.file}:{ruling.line}" in result.stdout


def test_a_ruling_turned_into_its_opposite_is_suspect(kaiju, spec):
    rewrite(spec, "rulings/mindbug.md", "You lose.\nYou owe", "You do not lose.\nYou owe")
    result = kaiju("lock", "--check")
    assert result.exit_code == 1
    assert "? RUL-0004  spec/rulings/mindbug.md:" in result.stdout
    assert "You do not lose." in result.stdout
    assert kaiju("lock").exit_code == 0
    assert kaiju("lock", "--check").exit_code == 0


def test_a_new_rule_is_shown_and_gets_the_next_number(kaiju, spec):
    page = spec / "mindbug/combat.md"
    rule = "```{rule} mb.attack.new\n:kind: timing\n:source: gap MBB-GOAL-001\nSo it is.\n```\n"
    page.write_text(f"{page.read_text('utf-8')}\n{rule}", "utf-8")
    numbers = [line.number for line in read_lock(spec / "rules.lock").values()]
    result = kaiju("lock")
    assert result.exit_code == 0, result.output
    assert "+ mb.attack.new  spec/mindbug/combat.md:" in result.stdout
    assert "So it is." in result.stdout
    assert read_lock(spec / "rules.lock")["mb.attack.new"].number == max(numbers) + 1


def test_a_rule_that_is_still_cited_is_not_retired(kaiju, spec):
    remove_tie(spec)
    before = (spec / "rules.lock").read_bytes()
    result = kaiju("lock")
    assert result.exit_code == 1
    assert f"- {TIE}" in result.stdout
    assert f"combat.scenario:1: cites {TIE}, which is gone" in result.stderr
    assert "nothing was written" in result.stderr
    assert (spec / "rules.lock").read_bytes() == before


def test_a_rule_that_nothing_cites_is_retired(kaiju, spec, monkeypatch):
    monkeypatch.setattr(verb, "read_scenarios", lambda files: {})
    remove_tie(spec)
    assert kaiju("lock", "--check").exit_code == 1
    assert kaiju("lock").exit_code == 0
    assert read_lock(spec / "rules.lock")[TIE].is_retired
    assert not suspects(Specification(spec))


def test_a_broken_page_is_a_users_mistake(kaiju, spec):
    rewrite(spec, "mindbug/combat.md", f"```{{rule}} {TIE}\n", "```{rule} Tie\n")
    before = (spec / "rules.lock").read_bytes()
    result = kaiju("lock")
    assert result.exit_code == 2
    assert "'Tie' is not a rule id" in result.stderr
    assert (spec / "rules.lock").read_bytes() == before
