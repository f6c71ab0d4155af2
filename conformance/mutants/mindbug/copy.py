"""Misreadings of borrowed effects, of cards that are given, and of rarer choices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.mindbug import taking_played
from conformance.mutants.mindbug.verbs import asks, given, offered, saying
from conformance.mutants.topic import Topic
from oracle.kernel.flow import ACCEPT, DECLINE
from oracle.kernel.layers import derive
from oracle.kernel.layout import NATURE
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, State
from oracle.kernel.trial import would_change
from oracle.mindbug import copy
from oracle.mindbug.linker import Linker
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.selection import FILTERS
from oracle.mindbug.table import HAND, KEYWORDS, NAMED, PLAY, SOURCE, YOU
from oracle.mindbug.words import EFFECTS
from rules_dsl.definitions import Call, Selection

AS_IF = Topic(
    "mindbug",
    "copy",
    *("copy-effect", "resolve-effect", "play-given", "play-or-keep-given"),
    *("choose-one", "name-keyword", "put-into-discard"),
)

AS_IF("in a copied effect 'this' were the creature it is copied from", "mb.copy.play-effect").so(
    "this-is-the-copied", given(copy.carry_out, source=lambda card: card)
)
AS_IF(
    "a copied effect belonged to the player who controls the creature it is copied from",
    "mb.copy.play-effect",
).so(
    "controller-of-the-copied",
    given(copy.carry_out, seat=lambda state, card: state.where[card] - PLAY),
)
AS_IF(
    "in an effect that is resolved once more 'this' were the card that says so",
    "mb.copy.resolve-effect",
).so(
    "this-is-the-resolver",
    given(copy.carry_out, source=lambda frame: frame[SOURCE], seat=lambda frame: frame[YOU]),
)
AS_IF(
    "a player who cannot activate such effects could resolve one once more",
    "mb.copy.resolve-effect",
).so("barred-too", do.put(copy, "may_not_activate", lambda *given: None))


def other(kind: str) -> do.Change:
    """Ask the opponent of the player who is asked."""
    return asks(copy, kind, seat=lambda seat: 1 - seat)


AS_IF("the card that is given were picked at random", "mb.copy.given").so(
    "given-at-random", asks(copy, "choose", kind=lambda: "pick", seat=lambda: NATURE)
)
AS_IF("the player who gets a card chose it", "mb.copy.given").so("given-by-choice", other("choose"))
AS_IF("a Mindbug could take a card that was given", "mb.copy.given").so(
    "mindbug-takes-it", taking_played("play-given")
)
AS_IF("a card that is given were played by the giver", "mb.copy.given").so(
    "giver-controls", given(copy, "play_by_effect", seat=lambda seat: 1 - seat)
)
AS_IF("a card that may be kept had to be played", "mb.copy.given").so(
    "must-play", asks(copy, "may", options=lambda: [ACCEPT])
)
AS_IF("a card that may be kept could not be played", "mb.copy.given").so(
    "must-keep", asks(copy, "may", options=lambda: [DECLINE])
)
AS_IF("'choose one' meant all of them, in order", "mb.copy.choose-one").so(
    "all-of-them", do.instead(EFFECTS, "choose-one")(lambda linker, call: linker.body(call["body"]))
)
AS_IF("the opponent chose which of the alternatives is carried out", "mb.copy.choose-one").so(
    "opponent-chooses-one", other("mode")
)
AS_IF("'with the named keyword' looked at printed keywords", "mb.copy.name-keyword").so(
    "only-printed-keywords",
    do.instead(FILTERS, "with-named-keyword")(
        lambda: lambda m, s, c, source: m.layers[KEYWORDS].printed[s.cards[c]] & s.registers[NAMED]
    ),
)
AS_IF("the opponent named the keyword", "mb.copy.name-keyword").so(
    "opponent-names", other("keyword")
)
AS_IF("the opponent chose into whose discard pile a card goes", "mb.copy.pile-choice").so(
    "opponent-chooses-pile", other("pile")
)


@do.verb
def taking_back(change: Changes, read: Callable[[Selection], Selection]) -> None:
    """Let a text take control of other enemy creatures than it says."""

    @change.around(EFFECTS, "take-control")
    def take(bind: Any, call: Call) -> Any:
        phrase = call["creatures"]
        if isinstance(phrase, Selection) and phrase.side == "enemy":
            call = saying(call, creatures=read(phrase))
        return list(bind(call=call))


AS_IF(
    "a text could not take back the creature that it has just given away", "mb.copy.taken-back"
).so("another-is-taken", taking_back(lambda phrase: evolve(phrase, other=True)))
AS_IF(
    "a creature that its own text has given away were taken back only on its player's wish",
    "mb.copy.taken-back",
).so(
    "need-not-be-taken-back",
    taking_back(lambda text: evolve(text, quantity=evolve(text.quantity, kind="up-to"))),
)


@AS_IF("the Play effect of a given card did not happen", "mb.copy.given")
@do.around(copy, "play_by_effect")
def given_without_effect(play: Any, state: State) -> None:
    before = len(state.waiting)
    play()
    del state.waiting[before:]


@AS_IF("a given card were played or kept before it is seen", "mb.copy.given")
@do.around(EFFECTS, "play-or-keep-given")
def decided_unseen(bind: Any, linker: Linker) -> Any:
    give, begin, show, _, act, stop = bind()
    wish = linker.slot()

    def offer_first(machine: Mindbug, state: State, frame: Frame) -> None:
        options = [ACCEPT, DECLINE]
        ask(state, "may", frame[YOU], options, frame[SOURCE], copy.GIVE)

    def note(machine: Mindbug, state: State, frame: Frame) -> None:
        frame[wish] = int(state.answer == ACCEPT)

    def act_as_wished(machine: Mindbug, state: State, frame: Frame) -> None:
        state.answer = ACCEPT if frame[wish] else DECLINE
        act(machine, state, frame)

    return [offer_first, note, give, begin, show, act_as_wished, stop]


@AS_IF("only an alternative that does something could be chosen", "mb.copy.choose-one")
@do.around(EFFECTS, "choose-one")
def only_what_is_possible(bind: Any) -> Any:
    choose, *others = bind()

    def possible(options: Any, machine: Mindbug, state: State, frame: Frame) -> Any:
        pending, state.pending = state.pending, None
        found = []
        for state.answer in options:
            if would_change(machine, state, frame[:]):
                found.append(state.answer)
        state.pending = pending
        return found or options

    return [offered(choose, possible), *others]


@AS_IF("only a keyword that a creature in play has could be named", "mb.copy.name-keyword")
@do.around(EFFECTS, "name-keyword")
def only_keywords_in_play(bind: Any) -> Any:
    choose, take = bind()

    def present(options: Any, machine: Mindbug, state: State, frame: Frame) -> Any:
        held = (state.derived or derive(machine, state))[KEYWORDS].values()
        return [each for each in options if any(bits & 1 << each[1] for bits in held)] or options

    return [offered(choose, present), take]


@AS_IF(
    "a card always went to the discard pile of the player whose card it was", "mb.copy.pile-choice"
)
@do.instead(copy, "ask")
def to_its_players_pile(state: State, kind: str, *rest: Any) -> None:
    if kind == "pile":
        state.answer = "pile", state.where[state.answer[0]] - HAND
    else:
        ask(state, kind, *rest)
