"""Turns scripts of games from the start into vectors, by letting the oracle play them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import oracle
from conformance.engines.rulesets import ruleset
from conformance.protocol.legal import Answer
from conformance.scenario.face import Json
from conformance.search.scripts import Names, Script, file_of, say_answer
from conformance.vectors.export import DoesNotHold, all_that_hold, offer_of, shown

SAID = {
    "play": "plays",
    "attack": "attacks with",
    "block": "blocks with",
    "hunt": "must be blocked by",
    "mindbug": "uses a Mindbug",
    "choose": "chooses",
    "accept": "does it",
    "resolve": "resolves first",
    "use": "uses",
    "deal": "is dealt",
    "reveal": "is revealed",
    "first": "goes first:",
    "act": "uses the action of",
    "buy": "buys",
    "roll": "rolls",
    "apply": "applies",
    "reroll": "rolls again:",
    "mode": "chooses alternative",
    "keyword": "names",
    "pile": "chooses the discard pile of",
    "turn-up": "is turned up",
    "face": "rolls",
    "result": "resolves",
    "die": "chooses a die with",
    "to": "turns it to",
    "monster": "chooses",
    "give": "gives a heart to",
    "remove": "removes a token:",
    "amount": "chooses",
    "heal": "heals",
    "yield": "yields",
    "stay": "stays in Tokyo",
    "sweep": "sweeps the row",
    "poison": "takes the poison next",
    "be": "is",
    "draw": "draws",
    "keep": "keeps",
    "token": "takes",
    "place": "places the token on",
}


def export(scripts: Sequence[Script], sums: Mapping[str, str]) -> list[Json]:
    """The vectors of the scripts; DoesNotHold tells every script that cannot be played."""
    return all_that_hold(partial(vector, script, sums) for script in scripts)


def vector(script: Script, sums: Mapping[str, str]) -> Json:
    """The vector of a script: every decision with its exact legal set, and the end."""
    rules = ruleset(script.game, {}, (), players=script.players)
    position = rules.start()
    fired = {rule for event in position.events for rule in event.rules}
    steps: list[Json] = []
    left = list(script.answers)
    title = "From the start"
    while (decision := position.decision) is not None:
        fired.update(decision.rules)
        forced = decision.forced()
        if forced is None and not left:
            break
        do = forced if forced is not None else left.pop(0)
        _expect_legal(script, position, decision, do)
        if forced is None:
            title = _title(position, decision, do)
        if forced is None:
            step = {"who": decision.seat, "kind": decision.kind, "do": do, **decision.legal()}
            steps.append({**step, "digest": position.digest()})
        for event in position.advance(do):
            fired.update(event.rules)
    if left:
        names = Names(script.game).of_handle
        next_one = say_answer(left[0], names)
        raise DoesNotHold((f"{_where(script)}: the game is over before `{next_one}`",))
    if position.over is not None:
        fired.update(position.over.rules)
    return {
        "id": script.id,
        "kind": "scenario",
        "title": title,
        "game": script.game,
        "options": {},
        "requires": [],
        "rules": [{"id": rule, "sum": sums[rule]} for rule in sorted(fired)],
        "provenance": {"search": shown(file_of(script.game))},
        "start": {} if script.players is None else {"players": script.players},
        "script": steps,
        "expect": _end(position, len(steps)),
    }


def _expect_legal(
    script: Script, position: oracle.Position, decision: oracle.Decision, do: Answer
) -> None:
    try:
        position.apply(do)
    except oracle.Refused as refused:
        names = Names(script.game).of_handle
        offered = decision.legal()
        may = [say_answer(answer, names) for answer in offered.get("legal", ())]
        of = [names.get(thing, thing) for thing in decision.candidates]
        may = may or [f"choose of {', '.join(of)}"]
        message = (
            f"{_where(script)}: `{say_answer(do, names)}` is not legal any more ({refused}): "
            f"{decision.seat} ({decision.kind}) may {', '.join(may)}"
        )
        raise DoesNotHold((message,)) from None


def _where(script: Script) -> str:
    return f"{script.place}: {script.id}" if script.place else script.id


def _end(position: oracle.Position, after: int) -> list[Json]:
    """What is offered at the end, and the whole state there."""
    found: list[Json] = []
    decision = position.decision
    if decision is not None:
        found.append({"after": after, "legal": offer_of(decision), "origin": "oracle"})
    return [
        *found,
        {
            "after": after,
            "state": position.projection(),
            "digest": position.digest(),
            "origin": "oracle",
        },
    ]


def _title(position: oracle.Position, decision: oracle.Decision, do: Answer) -> str:
    """The game by its last answer: `From the start until p2 blocks with Killer Bee`."""
    verb = next(iter(do))
    what = do[verb]
    who = "chance" if decision.is_chance else decision.seat
    if verb == "decline":
        source = f" ({position.name(decision.source)})" if decision.source else ""
        return f"From the start until {who} declines: {decision.kind}{source}"
    named = what if isinstance(what, list) else [what] if what is not True else []
    cards = " and ".join(_called(position, str(each)) for each in named)
    if isinstance(what, list) and not named:
        cards = "nothing"
    if verb in ("deal", "reveal", "turn-up"):
        return f"From the start until {cards} {SAID[verb]}"
    return f"From the start until {who} {SAID[verb]} {cards}".rstrip()


def _called(position: oracle.Position, word: str) -> str:
    """What people call a card or a side of the die; anything else stays as it is."""
    face = position.ruleset.cards.get(word)
    return face.name if face is not None else position.name(word)
