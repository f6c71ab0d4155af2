"""What went wrong in one line, in words of the game and not of the protocol."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from conformance.judge.compare import ABSENT, Difference
from conformance.judge.players import SEATS, with_names
from conformance.judge.standing import sentences
from conformance.judge.vector import Vector
from conformance.protocol.legal import Answer

Names = Mapping[str, str]

ASKED = {
    "turn": "for a turn action",
    "mindbug": "about a Mindbug",
    "hunt": "whom to hunt",
    "block": "for a block",
    "attack-again": "about another attack",
    "choose": "for a choice",
    "may": "whether to use an effect",
    "order": "which effect comes next",
    "replace": "which replacement to use",
    "buy": "what to buy",
    "reroll": "which dice to roll again",
    "dice-order": "which die comes first",
    "mode": "for an alternative",
    "keyword": "for a keyword",
    "pile": "for a discard pile",
    "use": "whether to use a card",
    "resolve": "which result comes next",
    "heart": "what a heart is for",
    "defend": "for a defence",
    "yield": "whether to yield Tokyo",
    "monster": "for a monster",
    "die": "for a die",
    "dice": "for dice",
    "face": "for a face",
    "to": "for a symbol",
    "amount": "for a number",
    "be": "which monster to be",
    "keep": "which card to keep",
    "play": "what to play",
    "tokens": "how many dice tokens to spend",
    "place": "where a token goes",
    "token": "which token to take",
}
CHANCE = {
    "deal": "a card is dealt",
    "reveal": "a card is revealed",
    "first": "it is drawn who starts",
    "pick": "cards are taken at random",
    "top": "the top card is revealed",
    "top-power": "a power card is turned up",
    "turn-up": "a card is turned up",
    "peek": "the top card is looked at",
    "draw": "a card is drawn",
    "race": "it is drawn who is first",
}
ROLLS = ("roll", "first-roll", "throw")
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
COUNTS = {
    "over": "in which the game is over",
    "players": "in which a player decides",
    "chance": "in which chance decides",
}
MOST = 2
"""Sentences of one headline; of the others only the number is told."""

_WAITS = re.compile(r"(?P<who>p\d|nature|chance) \((?P<kind>[\w -]+)\)\Z")
_OVER = re.compile(r"nothing: the game is over \((?P<winner>\w+) won\)\Z")
_OFFERS = re.compile(r"offers (?P<who>\w+) something else \((?P<kind>[\w-]+)\)\Z")
_NOT_OFFERED = re.compile(r"does not offer (?P<who>\w+) to (?P<do>.+) \((?P<kind>[\w-]+)\)\Z")
_SHOWS = re.compile(r"shows (?P<who>\w+) something else\Z")
_BY_ITSELF = re.compile(
    r"answered by itself what (?P<who>\w+) \((?P<kind>[\w-]+)\) should have been asked, "
    r"as if told to (?P<do>.+); it now waits for .+\Z"
)
_COUNT = re.compile(
    r"after (?P<answers>\d+) answers there can be (?P<got>\d+) positions.*?"
    r", not (?P<want>\d+) positions"
)


def headline(
    differences: Sequence[Difference],
    message: str,
    names: Names,
    script: Sequence[str] = (),
) -> str:
    """What an engine does wrong: `Bob has 3 life, not 2`.

    `names` are those of the cards by handle, `script` what the engine was answered so far.
    """
    for pattern, said in _SAYINGS:
        found = pattern.match(message)
        if found:
            text = said(found, differences, names)
            if text:
                return text
    if len(differences) == 1 and differences[0].place == "next":
        return _waits(differences[0], script)
    if message == "the game stands otherwise":
        return _several(sentences(differences, names)) or message
    return with_names(message.partition("\n")[0], names)


def names_in(vector: Vector) -> dict[str, str]:
    """The printed name of every card of a vector, by handle; twins keep the handle beside it."""
    from conformance.engines.rulesets import pool, ruleset
    from rules_dsl.errors import KaijuError

    try:
        rules = ruleset(vector.game, vector.options, vector.cards, players=vector.players)
        ids = vector.card_ids
        if vector.setup is None:
            dealt = pool(vector.game, vector.options, vector.cards)
            ids = {str(each["h"]): str(each["card"]) for each in dealt}
    except KaijuError:
        return dict(vector.card_ids)
    names = {
        handle: rules.cards[id].name if id in rules.cards else id for handle, id in ids.items()
    }
    held = Counter(names.values())
    return {h: name if held[name] == 1 else f"{name} ({h})" for h, name in names.items()}


def _several(said: Sequence[str]) -> str:
    more = len(said) - MOST
    text = "; ".join(said[:MOST])
    return f"{text}; and {more} more" if more > 0 else text


# ------------------------------------------------------------------ who is asked for what


def _waits(one: Difference, script: Sequence[str]) -> str:
    want, got = _WAITS.match(str(one.want)), _WAITS.match(str(one.got))
    over = _OVER.match(str(one.got))
    if over and want:
        won = SEATS.get(over["winner"], "nobody")
        return f"the game is over ({won} has won), and {_should(want)}"
    if want is None or got is None:
        return f"waits for {one.got}, not for {one.want}"
    rolled = _rolled(script)
    if got["kind"] in ROLLS and want["kind"] not in ROLLS:
        return f"rolls {_number(rolled + 1)}, not {_number(rolled).removesuffix(' dice')}"
    if want["kind"] in ROLLS and got["kind"] not in ROLLS:
        return f"rolls only {_number(rolled)}" if rolled else f"does not roll: {_asks(got)}"
    if got["who"] == want["who"] and got["who"] in SEATS:
        return f"{_asks(got)}, not {ASKED.get(want['kind'], want['kind'])}"
    return f"{_asks(got)}, and {_should(want)}"


def _rolled(script: Sequence[str]) -> int:
    """How many dice chance has rolled since anybody decided anything."""
    count = 0
    for line in reversed(script):
        if not re.match(r"(?:nature|chance) (?:face|roll) ", line):
            break
        count += 1
    return count


def _number(dice: int) -> str:
    said = NUMBERS[dice] if dice < len(NUMBERS) else str(dice)
    return f"{said} {'die' if dice == 1 else 'dice'}"


def _is_chance(found: re.Match[str]) -> bool:
    return found["who"] in ("nature", "chance")


def _asks(found: re.Match[str]) -> str:
    if _is_chance(found):
        return CHANCE.get(found["kind"], f"chance decides ({found['kind']})")
    who, kind = SEATS.get(found["who"], found["who"]), found["kind"]
    return f"asks {who} {ASKED.get(kind, f'({kind})')}"


def _should(found: re.Match[str]) -> str:
    if _is_chance(found):
        said = CHANCE.get(found["kind"], f"chance decides ({found['kind']})")
        return f"before that {said}"
    who, kind = SEATS.get(found["who"], found["who"]), found["kind"]
    return f"should ask {who} {ASKED.get(kind, f'({kind})')}"


# ------------------------------------------------------------------ what is offered


def _offers(found: re.Match[str], differences: Sequence[Difference], names: Names) -> str:
    who = SEATS.get(found["who"], found["who"])
    kind = found["kind"]
    said = []
    for one in differences:
        if one.place == "legal" and one.got is ABSENT and isinstance(one.want, dict):
            said.append(f"does not let {who} {_do(kind, one.want, names)}")
        elif one.place == "legal" and one.want is ABSENT and isinstance(one.got, dict):
            said.append(f"lets {who} {_do(kind, one.got, names)}, which is not legal")
        elif one.place.startswith("choose."):
            said += _choice(who, one, names)
    return _several(said) or f"offers {who} something else ({kind})"


def _choice(who: str, one: Difference, names: Names) -> list[str]:
    what = one.place.removeprefix("choose.")
    if what == "min":
        return [f"makes {who} choose at least {one.got}, not {one.want}"]
    if what == "max":
        return [f"lets {who} choose up to {one.got}, not {one.want}"]
    want, got = (value if isinstance(value, list) else [] for value in (one.want, one.got))
    missing, extra = _taken_from(want, got), _taken_from(got, want)
    said = [f"does not let {who} choose {_list(missing, names)}"] if missing else []
    return said + (
        [f"lets {who} choose {_list(extra, names)}, which is not legal"] if extra else []
    )


def _taken_from(these: Sequence[object], those: Sequence[object]) -> list[object]:
    """What is left of these when those are taken away, each once."""
    rest = list(those)
    left = []
    for one in these:
        if one in rest:
            rest.remove(one)
        else:
            left.append(one)
    return left


def _list(things: Sequence[object], names: Names) -> str:
    called = [names.get(str(one)) or SEATS.get(str(one)) or str(one) for one in things]
    return called[0] if len(called) == 1 else f"{', '.join(called[:-1])} and {called[-1]}"


DECLINING = {
    "mindbug": "go without a Mindbug",
    "hunt": "leave the choice of the blocker",
    "block": "go without a block",
    "attack-again": "decline the second attack",
    "buy": "stop buying",
}
IRREGULAR = {"applies": "apply", "is": "be"}


def _do(kind: str, answer: Answer, names: Names) -> str:
    """An answer as an infinitive: `attack with Gorillion`."""
    from conformance.reports.telling import do

    if "decline" in answer:
        return DECLINING.get(kind, "decline")
    first, _, rest = do(kind, answer, dict(names)).partition(" ")
    verb = IRREGULAR.get(first) or first.removesuffix("s")
    return f"{verb} {rest}".strip()


# ------------------------------------------------------------------ other messages


def _not_offered(found: re.Match[str], differences: Sequence[Difference], names: Names) -> str:
    who = SEATS.get(found["who"], found["who"])
    for one in differences:
        if one.place == "legal" and isinstance(one.want, dict):
            return f"does not let {who} {_do(found['kind'], one.want, names)}"
    return f"does not let {who} {with_names(found['do'], names)}"


def _shows(found: re.Match[str], differences: Sequence[Difference], names: Names) -> str:
    said = _several(sentences(differences, names))
    return f"shows {SEATS.get(found['who'], found['who'])}: {said}" if said else ""


def _by_itself(found: re.Match[str], differences: Sequence[Difference], names: Names) -> str:
    asked, done = ASKED.get(found["kind"], f"({found['kind']})"), with_names(found["do"], names)
    if found["who"] not in SEATS or found["who"] == "nature":
        return f"decides by itself what chance should: {done}"
    return f"does not ask {SEATS[found['who']]} {asked}, and goes on as if told to {done}"


def _count(found: re.Match[str], differences: Sequence[Difference], names: Names) -> str:
    after = f"after {found['answers']} answer{'' if found['answers'] == '1' else 's'}"
    if found["got"] != found["want"]:
        return f"finds {found['got']} positions {after}, not {found['want']}"
    for one in differences:
        for what, words in COUNTS.items():
            if one.place.endswith(f".{what}"):
                return f"finds {one.got} positions {after} {words}, not {one.want}"
    return ""


_Say = Callable[[re.Match[str], Sequence[Difference], Names], str]
_SAYINGS: tuple[tuple[re.Pattern[str], _Say], ...] = (
    (_OFFERS, _offers),
    (_NOT_OFFERED, _not_offered),
    (_SHOWS, _shows),
    (_BY_ITSELF, _by_itself),
    (_COUNT, _count),
)
