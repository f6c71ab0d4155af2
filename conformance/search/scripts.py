"""Scripts: the open answers of games from the start, in a text that names cards, not handles.

A line is one answer: its verb, then what it names. Copies of a card are told apart by /1 and /2,
so that the text stays true when the order of the cards in their file changes. A line with
`deal` or `reveal` may name several cards, one after the other, and so may one with `turn-up`; one
with `face` names what several dice show.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from attrs import evolve, frozen

from conformance.engines.rulesets import pool, ruleset
from conformance.protocol.legal import Answer
from conformance.protocol.messages import SEATS
from conformance.room import ROOM
from conformance.scenario.mistakes import nearest
from conformance.scenario.reader import ID
from oracle.verbs.arguments import default_ruleset
from rules_dsl.errors import KaijuError
from rules_dsl.specification import load_specification

FILE = ROOM / "search" / "from-start.txt"
GROUPED = ("deal", "reveal", "turn-up", "face")
WORDS = ("roll", "apply", "reroll", "keyword", "result", "die", "to", "remove", "be", "place")
NUMBERS = ("mode", "amount")
"""Verbs that name no card: what they say is written as it is."""
ON_A_LINE = 10

HEAD = """\
# Games from their start, found by `python -m conformance.search`: short, and together they execute
# as many rules as random games of the oracle do. `kaiju vectors` exports them. One answer a line;
# answers that are the only possible ones are left out. Copies of a card are /1 and /2.
"""


@frozen
class Script:
    """The open answers of a game from its start."""

    id: str
    game: str
    answers: tuple[Answer, ...]
    place: str = ""
    players: int | None = None
    """How many play, where that is open."""


class Names:
    """The names of all cards of a ruleset, for its handles and back."""

    def __init__(self, game: str) -> None:
        cards = [(str(card["h"]), str(card["card"])) for card in pool(game, {}, ())]
        ids = [card for _, card in cards]
        self.of_handle: dict[str, str] = {}
        for number, (handle, card) in enumerate(cards):
            copy = f"/{ids[: number + 1].count(card)}" if ids.count(card) > 1 else ""
            self.of_handle[handle] = f"{card}{copy}"
        self.handles = {name: handle for handle, name in self.of_handle.items()}
        choices = ruleset(game, {}, ()).machine.choice_names.values()
        self._themselves = {*SEATS, *(name for names in choices for name in names)}

    def handle(self, name: str, place: str) -> str:
        """The handle behind a name; seats and faces of dice name themselves."""
        if name in self._themselves:
            return name
        if name not in self.handles:
            near = nearest(name, sorted(self.handles))
            raise KaijuError(
                f"the ruleset has no card {name}",
                place,
                f"did you mean `{near}`?" if near else "take the game out, or search anew",
            )
        return self.handles[name]


# ------------------------------------------------------------------ reading


def file_of(game: str) -> Path:
    """The file with the games of a ruleset; the default one has the plain name."""
    if game == default_ruleset():
        return FILE
    name, _, sets = game.partition("/")
    sets = sets if name == load_specification().first_game.name else f"{name}-{sets}"
    return FILE.with_stem(f"{FILE.stem}-{sets}")


def script_files() -> list[Path]:
    """Every file of games."""
    return sorted(FILE.parent.glob(f"{FILE.stem}*{FILE.suffix}"))


def read_scripts(file: Path = FILE) -> list[Script]:
    """The games of a file."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise KaijuError(f"cannot be read: {error}", place=str(file)) from None
    scripts: list[Script] = []
    names: dict[str, Names] = {}
    for number, line in enumerate(lines, 1):
        place = f"{file}:{number}"
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if words[0] == "game":
            if len(words) not in (3, 5) or not ID.fullmatch(words[1]):
                raise KaijuError("expected `game ID RULESET` or `game ID RULESET players N`", place)
            if any(words[1] == script.id for script in scripts):
                raise KaijuError(f"the id {words[1]} is used twice", place)
            names.setdefault(words[2], Names(words[2]))
            players = int(words[4]) if words[3:4] == ["players"] else None
            scripts.append(Script(words[1], words[2], (), place, players))
        elif not scripts:
            raise KaijuError("an answer before the first `game ID RULESET`", place)
        else:
            last = scripts[-1]
            more = tuple(_read_line(words, names[last.game], place))
            scripts[-1] = evolve(last, answers=last.answers + more)
    return scripts


def _read_line(words: Sequence[str], names: Names, place: str) -> Iterator[Answer]:
    verb, *rest = words
    if verb in WORDS or verb in NUMBERS:
        counts = verb in NUMBERS
        if len(rest) != 1 or (counts and not rest[0].isdecimal()):
            raise KaijuError(f"`{verb}` says one {'number' if counts else 'word'}", place)
        yield {verb: int(rest[0]) if counts else rest[0]}
        return
    named = [names.handle(word, place) for word in rest if "=" not in word]
    more = {key: value for key, _, value in (word.partition("=") for word in rest) if value}
    if verb in GROUPED:
        yield from ({verb: handle} for handle in named)
    elif verb == "choose":
        yield {verb: named}
    elif len(named) > 1:
        raise KaijuError(f"`{verb}` names one card, not {len(named)}", place)
    else:
        yield {verb: named[0] if named else True, **more}


# ------------------------------------------------------------------ writing


def scripts_text(scripts: Sequence[Script]) -> str:
    """The text of a file of games."""
    parts = [HEAD]
    for script in scripts:
        names = Names(script.game).of_handle
        number = "" if script.players is None else f" players {script.players}"
        lines = [f"game {script.id} {script.game}{number}"]
        for verb, answers in groupby(script.answers, key=lambda answer: next(iter(answer))):
            lines += _lines(verb, list(answers), names)
        parts.append("\n  ".join(lines) + "\n")
    return "\n".join(parts)


def _lines(verb: str, answers: Sequence[Answer], names: Mapping[str, str]) -> Iterator[str]:
    if verb not in GROUPED:
        yield from (say_answer(answer, names) for answer in answers)
        return
    for first in range(0, len(answers), ON_A_LINE):
        group = answers[first : first + ON_A_LINE]
        yield " ".join([verb, *(names.get(answer[verb], answer[verb]) for answer in group)])


def say_answer(answer: Answer, names: Mapping[str, str]) -> str:
    """An answer as a line of a script."""
    verb = next(iter(answer))
    what = answer[verb]
    words = [verb]
    if isinstance(what, list):
        words += [names.get(handle, handle) for handle in what]
    elif what is not True:
        words.append(str(names.get(what, what)))
    words += [f"{key}={value}" for key, value in answer.items() if key != verb]
    return " ".join(words)
