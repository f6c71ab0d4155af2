"""The sentences of all games: which acts and claims they mean, and how these are said."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from conformance.games import kit, names
from conformance.scenario.game import CHANCE, NOBODY, Claim, Game, Verb
from conformance.scenario.model import Act, CardRef, Item
from conformance.scenario.phrases import Phrase

WORDS = ("ability", "player", "keyword", "dice", "ordinal", "token", "monster", "spot")
"""The holes that an act keeps as words, each by its own name."""


def _verbs(*games: Iterable[Verb]) -> dict[str, Verb]:
    found: dict[str, Verb] = {}
    for verb in (verb for game in games for verb in game):
        same = found.setdefault(verb.id, verb)
        _expect_same(verb.id, (same.does, same.offer), (verb.does, verb.offer))
    return found


def _claims(*games: Iterable[Claim]) -> dict[str, Claim]:
    found: dict[str, Claim] = {}
    for claim in (claim for game in games for claim in game):
        _expect_same(claim.id, (found.setdefault(claim.id, claim).says,), (claim.says,))
    return found


def _expect_same(id: str, one: tuple[Phrase | None, ...], other: tuple[Phrase | None, ...]) -> None:
    """Two games may share an id only if they say the same by it: lines are printed by ids alone."""
    texts = [[phrase and phrase.text for phrase in phrases] for phrases in (one, other)]
    if texts[0] != texts[1]:
        raise ValueError(f"two games say different things by {id}: {texts}")


EVERY = tuple(kit(name).sentences() for name in names())
VERB = _verbs(*(game.verbs for game in EVERY))
CLAIM = _claims(*(game.claims for game in EVERY))


# ---- acts


def act_of(verb: str, args: dict[str, object]) -> Act:
    """The act that a verb with filled holes means."""
    cards, faces = args.get("cards"), args.get("faces")
    for one in ("card", "face"):
        cards = (args[one],) if isinstance(args.get(one), CardRef) else cards
    for one in ("face", "result"):
        faces = (args[one],) if isinstance(args.get(one), str) else faces
    words: dict[str, Any] = {name: str(args[name]) for name in WORDS if name in args}
    number = args.get("n")
    return Act(
        verb,
        _cards(cards),
        deck=_items(args.get("deck")),
        faces=tuple(map(str, faces)) if isinstance(faces, tuple) else (),
        n=number if isinstance(number, int) else None,
        **words,
    )


def _cards(value: object) -> tuple[CardRef, ...]:
    return tuple(v for v in value if isinstance(v, CardRef)) if isinstance(value, tuple) else ()


def _items(value: object) -> tuple[Item, ...]:
    return value if isinstance(value, tuple) else ()


def args_of(act: Act) -> dict[str, object]:
    """The holes that an act fills."""
    args: dict[str, object] = {"cards": act.cards, "deck": act.deck, "faces": act.faces}
    if act.cards:
        args |= {"card": act.cards[0], "face": act.cards[0]}
    if act.faces:
        args |= {"face": act.faces[0], "result": act.faces[0]}
    words = {name: getattr(act, name) for name in (*WORDS, "n")}
    return args | {name: word for name, word in words.items() if word is not None}


# ---- saying


def say_step(seat: str, act: Act) -> str:
    """The step as a scenario writes it."""
    verb = VERB[act.verb]
    said = verb.does.write(args_of(act))
    return said if verb.subject == NOBODY else f"{seat} {said}"


def say_offer(act: Act) -> str:
    """The act as an offer lists it."""
    offer = VERB[act.verb].offer
    return offer.write(args_of(act)) if offer else "decline"


# ---- reading


def read_step(game: Game, seat: str, text: str) -> Act | None:
    """What `seat` does (or what happens, if it is nobody), or None when no verb fits."""
    for verb in game.verbs_said_of(seat):
        args = verb.does.read(text)
        if args is not None:
            return act_of(verb.id, args)
    return None


def read_offer(game: Game, text: str) -> Act | None:
    """One entry of an offer, or None when no verb fits."""
    for verb in game.verbs:
        args = verb.offer.read(text) if verb.offer else None
        if args is not None:
            return act_of(verb.id, args)
    return None


def read_claim(game: Game, text: str) -> tuple[str, dict[str, object]] | None:
    """The claim a line makes and its holes, or None when no claim fits."""
    for claim in game.claims:
        args = claim.says.read(text)
        if args is not None:
            return claim.id, args
    return None


# ---- lists


def steps_list(game: Game, chance: bool) -> list[tuple[str, str]]:
    """Every step of a player, or of chance, with its meaning."""
    return [
        (f"{name}{verb.does.text}", verb.doc)
        for verb in game.verbs
        if verb.chance == chance
        for name in [_subject(verb)]
    ]


def _subject(verb: Verb) -> str:
    return {NOBODY: "", CHANCE: "chance "}.get(verb.subject, "alice ")


def offers_list(game: Game) -> list[str]:
    """Every entry an offer can have."""
    return [verb.offer.text for verb in game.verbs if verb.offer]


def claims_list(game: Game) -> list[tuple[str, str]]:
    """Every sentence for a fact with its meaning."""
    return [(claim.says.text, claim.doc) for claim in game.claims]
