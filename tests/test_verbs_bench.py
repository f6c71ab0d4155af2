"""`kaiju bench`: its figures, and what it does about faults."""

from __future__ import annotations

import json

import pytest

import oracle
from oracle.kernel.driver import LivelockError
from oracle.verbs import measure

GAME = "mindbug/first-contact"
PROMISED = {
    *("ruleset", "games_per_s", "decisions_per_s", "clone_us", "load_s", "games", "faults"),
}


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Loading is measured once, and short runs warm up briefly."""
    monkeypatch.setattr(measure, "LOADS", 1)
    monkeypatch.setattr(measure, "WARM_UP", 2)
    monkeypatch.setattr(measure, "COPIED_GAMES", 2)


def test_json_is_a_list_of_the_promised_figures(kaiju):
    result = kaiju("bench", "--ruleset", GAME, "--games", 12, "--json")
    assert result.exit_code == 0, result.output
    (figures,) = json.loads(result.stdout)
    assert set(figures) > PROMISED
    assert (figures["ruleset"], figures["games"], figures["faults"]) == (GAME, 12, 0)
    for name in PROMISED - {"ruleset", "faults"}:
        assert figures[name] > 0
    assert figures["decisions_per_s"] > figures["player_decisions_per_s"] > 0
    assert figures["best_decisions_per_s"] >= figures["median_decisions_per_s"]


def test_the_table_shows_them_to_people(kaiju):
    result = kaiju("bench", "--games", 3, "--ruleset", GAME, "--ruleset", GAME)
    assert result.exit_code == 0
    for word in ("games/s", "decisions/s", "clone", "load", "faults"):
        assert word in result.output


def test_many_rulesets_get_a_line_each(kaiju):
    names = [GAME, "mindbug/new-servants", "mindbug/beyond-eternity", "mindbug/all"]
    chosen = [word for name in names for word in ("--ruleset", name)]
    result = kaiju("bench", "--games", 3, *chosen)
    assert result.exit_code == 0
    shown = [line for line in result.output.splitlines() if "mindbug/" in line]
    assert [name for line, name in zip(shown, names, strict=True) if name in line] == names


def test_the_same_seeds_play_the_same_games():
    first, second = (measure.measure(GAME, 5, 40, {}, ()) for _ in range(2))
    assert first.decisions == second.decisions
    ruleset = oracle.load(GAME)
    assert first.decisions == sum(measure.one_game(ruleset, seed)[0] for seed in range(40, 45))


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (LivelockError("no end after 9 decisions"), "livelock"),
        (ZeroDivisionError("by nought"), "crash"),
    ],
)
def test_a_fault_is_counted_and_told_with_the_command_that_repeats_it(
    kaiju, monkeypatch, error, kind
):
    honest = measure.play_out

    def stumbling(machine, state, seed, limit):
        if seed == 44:
            raise error
        return honest(machine, state, seed, limit)

    monkeypatch.setattr(measure, "play_out", stumbling)
    result = kaiju("bench", "--ruleset", GAME, "--games", 6, "--seed", 41, "--json")
    assert result.exit_code == 1
    (figures,) = json.loads(result.stdout)
    assert (figures["faults"], figures["fault_seeds"]) == (1, [44])
    assert f"{kind} with seed 44: " in result.stderr
    assert f"kaiju play {GAME} --auto --seed 44" in result.stderr


def spoiled(spoil):
    """A ruleset whose games start from a state that was tampered with."""

    class Spoiled:
        def __init__(self):
            self.honest = oracle.load(GAME)
            self.machine = self.honest.machine

        def begin(self):
            state = self.honest.begin()
            spoil(state)
            return state

    return Spoiled()


def test_a_decision_that_is_gone_is_a_fault():
    def forget(state):
        state.pending = None

    assert measure.one_game(spoiled(forget), 1)[1].kind == "lost decision"


def test_a_decision_without_options_is_a_fault():
    def empty(state):
        kind, seat, _, *rest = state.pending
        state.pending = (kind, seat, [], *rest)

    assert measure.one_game(spoiled(empty), 1)[1].kind == "lost decision"


def test_a_lost_card_is_a_fault():
    state = oracle.load(GAME).start().state
    assert measure.conserved(state)
    card = state.zones[8].pop()
    assert not measure.conserved(state)
    state.zones[0].append(card)
    assert not measure.conserved(state)  # it is elsewhere than it is said to be


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--ruleset", "mindbug/frist"], "Did you mean mindbug/first-contact?"),
        (["--games", "0"], "--games"),
        (["--option", "x"], "Write NAME=ANSWER"),
        (["--cards", "nowhere.cards"], "nowhere.cards"),
    ],
)
def test_a_wrong_argument_is_told(kaiju, arguments, message):
    result = kaiju("bench", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr


@pytest.mark.slow
def test_a_thousand_games_have_no_fault():
    figures = measure.measure(GAME, 1000, 1, {}, ())
    assert figures.faults == ()
