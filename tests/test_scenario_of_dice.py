"""Whatever a scenario of a dice game says, it is read as it was once it is printed."""

from __future__ import annotations

import string
from collections.abc import Mapping
from typing import Any

from attrs import frozen
from hypothesis import given as for_all
from hypothesis import strategies as st

from conformance.scenario.game import NOBODY, PLAYER, Game
from conformance.scenario.games.dice_games.sayings import PILES
from conformance.scenario.games.duel import words as of_duel
from conformance.scenario.games.duel.game import DUEL
from conformance.scenario.games.duel.tracks import TRACKS, told_names, write_spot
from conformance.scenario.games.tokyo import words as of_tokyo
from conformance.scenario.games.tokyo.game import TOKYO
from conformance.scenario.model import (
    NAMES,
    Act,
    Belongings,
    Can,
    Cannot,
    CardRef,
    Fact,
    Given,
    May,
    Now,
    Others,
    Placed,
    Scenario,
    Step,
)
from conformance.scenario.phrases import ORDINALS
from conformance.scenario.printer import print_scenario
from conformance.scenario.reader import read_text

FILE = "games/some.scenario"
Strategy = st.SearchStrategy[Any]


@frozen
class Spoken:
    """What can be said of a game."""

    game: Game
    faces: tuple[str, ...]
    situations: Strategy
    heads: Mapping[str, Strategy]
    """What stands above a scenario."""
    own: Mapping[str, Strategy]
    """What fills the holes that the other game does not have, or fills otherwise."""

    @property
    def people(self) -> Strategy:
        return st.sampled_from(self.game.people)

    def filling(self, hole: str) -> Strategy:
        """What can fill a hole."""
        shared = {
            "player": self.people,
            "other": self.people,
            "seat": st.sampled_from(self.game.seats),
            "n": st.integers(0, 99),
            "card": refs,
            "cards": st.lists(refs, min_size=1, max_size=3).map(tuple),
            "face": st.sampled_from(self.faces),
            "faces": st.lists(st.sampled_from(self.faces), min_size=1, max_size=8).map(tuple),
            "table_pile": st.sampled_from(sorted(PILES)),
            "ordinal": st.sampled_from(ORDINALS),
            "times": st.integers(1, 9),
            "decision": st.sampled_from(sorted(self.game.decisions.values())),
        }
        return {**shared, **self.own}[hole]


# ---- situations

names = st.sampled_from(
    ["Wings", "Salt and Pepper", "It Has a Child!", "Cannonball!", "We're, Well", "lower"]
)
refs = st.builds(CardRef, names, st.none() | st.sampled_from(["a", "b2"])) | st.integers(1, 20).map(
    lambda n: CardRef(f"other {n}")
)
placed = st.builds(Placed, refs)
marked = st.builds(Placed, refs, counters=st.integers(0, 9))
spots = st.sampled_from([name for name in told_names() if ":" in name])
laid = st.builds(lambda ref, spot: Placed(ref, at=write_spot(spot)), refs, spots)


def items(one: Strategy) -> Strategy:
    others = st.builds(Others, st.integers(1, 9))
    return st.lists(one | others, min_size=1, max_size=3).map(tuple)


def perhaps(of: Mapping[str, Strategy]) -> Strategy:
    return st.fixed_dictionaries({}, optional=of)


def numbers(of: tuple[str, ...]) -> Strategy:
    return perhaps({what: st.integers(0, 20) for what in of})


of_a_monster = st.builds(
    Belongings,
    numbers(of_tokyo.NUMBERS),
    perhaps({zone: items(marked if zone == "cards" else placed) for zone in of_tokyo.ZONES}),
    st.lists(st.sampled_from(sorted(of_tokyo.NOTES)), max_size=1).map(tuple),
)


@st.composite
def situations_of_tokyo(draw: st.DrawFn) -> Given:
    playing = NAMES[: draw(st.integers(2, 6))]
    shared = {zone: items(placed) for zone in of_tokyo.SHARED_ZONES}
    return Given(
        draw(st.sampled_from(playing)),
        {name: draw(of_a_monster) for name in playing},
        draw(perhaps(shared)),
        "tokyo",
    )


of_a_fighter = st.builds(
    Belongings,
    numbers(of_duel.NUMBERS),
    perhaps(
        {
            of_duel.BARE_ZONE: st.builds(Placed, st.builds(CardRef, names)).map(lambda one: (one,)),
            "cards": items(placed),
        }
    ),
)
situations_of_duel = st.builds(
    Given,
    st.sampled_from(DUEL.people),
    st.fixed_dictionaries(dict.fromkeys(DUEL.people, of_a_fighter)),
    perhaps(
        {zone: items(laid if zone == "board" else placed) for zone in of_duel.SHARED_ZONES},
    ),
    st.just("duel"),
    perhaps({gauge: st.integers(-14, 14) for gauge in of_duel.GAUGES}),
)


# ---- the two games

OF_TOKYO = Spoken(
    TOKYO,
    of_tokyo.FACES,
    situations_of_tokyo(),
    {
        "id": st.just("KT-7QK4X2"),
        "rules": st.just(("kt.attack.is",)),
        "ruleset": st.sampled_from(["tokyo/current", "tokyo/2010"]),
    },
    {
        "result": st.sampled_from(sorted(of_tokyo.RESULTS)),
        "token": st.sampled_from(of_tokyo.TOKENS),
        "place": st.sampled_from(sorted(of_tokyo.PLACES)),
        "own_pile": st.sampled_from(sorted(of_tokyo.EVOLUTION_PILES)),
        "ability": st.sampled_from(["during-roll", "tough"]),
        "monster": st.sampled_from(["mastermindbug", "gigasnail-hydra"]),
    },
)
OF_DUEL = Spoken(
    DUEL,
    of_duel.FACES,
    situations_of_duel,
    {
        "id": st.just("KD-7QK4X2"),
        "rules": st.just(("kd.hit.claws",)),
        "ruleset": st.just("duel/standard"),
    },
    {
        "result": st.sampled_from(sorted(of_duel.RESULTS)),
        "track": st.sampled_from(TRACKS),
        "where": st.integers(-14, 14),
        "spot": spots,
        "ability": st.sampled_from(["any-time", "using-power/2"]),
        "monster": st.sampled_from(["Gigazaur", "The King", "Meka Dragon"]),
    },
)


# ---- lines

ACT_FIELDS = ("ability", "player", "ordinal", "token", "monster", "spot", "n")


@st.composite
def acts(draw: st.DrawFn, spoken: Spoken, subject: str | None) -> Act:
    """An act as a step of a subject says it, or as an offer lists it."""
    said = [verb for verb in spoken.game.verbs if subject is None or verb.subject == subject]
    verb = draw(st.sampled_from([verb for verb in said if subject or verb.offer]))
    phrase = verb.does if subject else verb.offer
    args = {hole: draw(spoken.filling(hole)) for hole in phrase.pattern.groupindex}
    cards = args.get("cards", (args["card"],) if "card" in args else ())
    one = [args[hole] for hole in ("face", "result") if hole in args]
    words = {hole: args[hole] for hole in ACT_FIELDS if hole in args}
    return Act(verb.id, cards, faces=args.get("faces", tuple(one)), **words)


@st.composite
def facts(draw: st.DrawFn, spoken: Spoken) -> Fact:
    claim = draw(st.sampled_from(spoken.game.claims))
    holes = claim.says.pattern.groupindex
    return Fact(claim.id, {hole: draw(spoken.filling(hole)) for hole in holes})


@st.composite
def choices(draw: st.DrawFn, spoken: Spoken) -> May:
    verb = draw(st.sampled_from(["", "reroll", "choose dice"]))
    things = draw(spoken.filling("faces" if verb else "cards"))
    most = draw(st.integers(1, len(things)))
    return May("bob", choice=things, least=draw(st.integers(0, most)), most=most, verb=verb)


def lines(spoken: Spoken) -> Strategy:
    people, offered = spoken.people, acts(spoken, None)
    listed = offered.filter(lambda act: act.verb != "reroll-dice")  # it is offered as a choice
    return st.one_of(
        st.builds(Step, people, acts(spoken, PLAYER)),
        st.builds(Step, st.just("chance"), acts(spoken, NOBODY)),
        st.builds(May, people, st.lists(listed, min_size=1, max_size=3).map(tuple)),
        choices(spoken),
        st.builds(Can, people, offered),
        st.builds(Cannot, people, offered),
        st.builds(Now, facts(spoken)),
    )


@st.composite
def scenarios(draw: st.DrawFn, spoken: Spoken) -> Scenario:
    given = draw(st.none() | spoken.situations)
    named = given is None and spoken.game.is_open
    return Scenario(
        title=draw(st.text(string.ascii_letters + " #,;", min_size=1, max_size=8)),
        given=given,
        starting=NAMES[: draw(st.integers(2, 6))] if named else (),
        when=tuple(draw(st.lists(lines(spoken), max_size=6))),
        then=tuple(draw(st.lists(facts(spoken), max_size=4))),
        **{head: draw(value) for head, value in spoken.heads.items()},
    )


def expect_the_same_once_printed(one: Scenario) -> None:
    text = print_scenario(one)
    (again,) = read_text(text, FILE)
    assert again == one
    assert print_scenario(again) == text


@for_all(scenarios(OF_TOKYO))
def test_reading_what_was_printed_gives_the_same_scenario_of_tokyo(one):
    expect_the_same_once_printed(one)


@for_all(scenarios(OF_DUEL))
def test_reading_what_was_printed_gives_the_same_scenario_of_duel(one):
    expect_the_same_once_printed(one)
