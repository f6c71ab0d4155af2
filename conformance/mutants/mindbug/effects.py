"""Misreadings of how effects are carried out: who chooses, in what order, how much."""

from __future__ import annotations

from operator import setitem
from typing import Any

from attrs import evolve

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.combat import in_turn
from conformance.mutants.mindbug.verbs import asks, each_ability, linked, saying
from conformance.mutants.topic import Topic
from oracle.kernel import flow, waiting
from oracle.kernel.flow import repeat
from oracle.kernel.layout import NATURE
from oracle.kernel.state import Frame, State
from oracle.mindbug import defeat, discard, effects, play, selection
from oracle.mindbug.linker import Linker
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import DONE, SOURCE, YOU
from oracle.mindbug.words import EFFECTS
from rules_dsl.definitions import Ability, Call, Selection

AS_IF = Topic("mindbug", "effects")


@do.verb
def choosing(change: Changes, instead: Any) -> None:
    """Wrap the step in which an effect's creatures or cards are chosen; `this` is not wrapped."""

    @change.around(selection.bind_choice)
    def bind_otherwise(bind_choice: Any, linker: Linker, phrase: Selection | Call) -> Any:
        choose, *others = bind_choice()
        if isinstance(phrase, Call) or phrase.quantity.kind != "exactly" or others:
            return [choose, *others]
        candidates = selection.bind_candidates(linker, phrase)
        count = linker.number(phrase.quantity.count)

        def choose_otherwise(machine: Mindbug, state: State, frame: Frame) -> None:
            found = candidates(machine, state, frame[SOURCE], frame[YOU])
            is_short = len(found) < count(machine, state, frame)
            (instead if is_short else choose)(machine, state, frame)

        return [choose_otherwise]


AS_IF(
    "a creature saved by TOUGH counted as defeated for the rest of the effect", "mb.effect.linked"
).so(
    "exhausted-counts-as-defeated",
    do.after(defeat, "defeat")(lambda cards, doer: setitem(doer, DONE, len(cards))),
)
AS_IF("the opponent made the choices of an effect", "mb.effect.chooser").so(
    "opponent-chooses", asks(selection, "", seat=lambda seat: seat if seat == NATURE else 1 - seat)
)
AS_IF(
    "the player of the effect chose what the opponent discards",
    "mb.effect.chooser",
    "mb.term.discard",
).so("you-choose-discards", asks(discard, "choose", seat=lambda state: state.stack[-1][YOU]))


def as_option(ability: int, card: int, seat: int) -> tuple[Any, ...]:
    """The option to resolve an effect that waits."""
    return waiting.RESOLVE, card, ability, seat


def picking(owner: Any) -> do.Change:
    """Let a module ask the player of an effect to choose what is random."""
    return asks(owner, "pick", kind=lambda: "choose", seat=lambda state: state.stack[-1][YOU])


AS_IF(
    "what is random were chosen by the player of the effect",
    "mb.effect.named-chooser",
    "mb.term.steal",
).so("random-by-choice", picking(selection), picking(discard))
AS_IF("the player whose turn it is not ordered the effects", "mb.effect.order").so(
    "other-orders", linked(orderer=lambda machine: lambda state: 1 - machine.active(state))
)
AS_IF("effects were ordered by the controller of the first of them", "mb.effect.order").so(
    "controller-orders", do.answer("orderer", lambda state: state.waiting[0][2])
)
AS_IF("the effects of the active player came before those of the opponent", "mb.effect.order").so(
    "own-effects-first",
    asks(waiting, "", lambda seat, options: [o for o in options if o[3] == seat] or options),
)
AS_IF("nobody could order the effects that wait", "mb.effect.order").so(
    "no-order", asks(waiting, "", lambda state: [as_option(*state.waiting[0][:3])])
)
AS_IF(
    "effects that an effect triggers came before those that waited already",
    "mb.effect.one-at-a-time",
).so("newest-first", do.turn_round("nested_waiting"))


def resolve_now(machine: Mindbug, state: State, before: int) -> None:
    """Begin what has triggered since so many effects waited, in the middle of what runs."""
    new = state.waiting[before:]
    del state.waiting[before:]
    for ability, card, seat, _, snapshot in reversed(new):
        state.stack.append(waiting.effect_frame(machine.abilities[ability], card, seat, snapshot))


def one_by_one(bind: Any, linker: Linker, call: Call) -> list[Any]:
    """The steps of an effect that is done as often as it says, once each time."""
    count = call.get("count")
    if count is None:
        return list(bind())
    once = bind(call=saying(call, count=None))
    return repeat(linker.number(count), linker.slot(), once)


AS_IF(
    "an amount for each thing were lost, gained or discarded one after the other",
    "mb.effect.for-each",
).so(
    "for-each-one-by-one",
    *(do.around(EFFECTS, word)(one_by_one) for word in ("lose-life", "gain-life", "discard")),
)
AS_IF(
    "an effect that defeats all creatures of a kind defeated at most 3",
    "mb.effect.at-once",
    "mb.effect.full",
).so("three-at-once", do.around(defeat.defeat)(lambda defeat, cards: defeat(cards=cards[:3])))
AS_IF("a player were asked whether to do what would change nothing", "mb.effect.not-offered").so(
    "idle-offers", do.put(flow, "would_change", lambda *_: True)
)


@AS_IF("every effect could be declined", "mb.effect.full")
@each_ability
def every_effect_may(ability: Ability) -> list[Ability]:
    may = evolve(ability, body=(Call("may", (("body", ability.body),)),))
    return [may if ability.kind == "trigger" else ability]


@AS_IF("an effect that cannot be done in full did nothing", "mb.effect.impossible")
@choosing
def all_or_nothing(machine: Mindbug, state: State, frame: Frame) -> None:
    state.answer = ()


@AS_IF("an impossible part of an effect stopped the rest of it", "mb.effect.impossible")
@choosing
def rest_is_lost(machine: Mindbug, state: State, frame: Frame) -> None:
    state.answer = ()
    frame[1] = len(machine.codes[frame[0]]) - 1


@AS_IF("'defeat all' defeated one after the other and looked anew each time", "mb.effect.at-once")
@do.around(EFFECTS, "defeat")
def defeated_one_by_one(bind: Any, linker: Linker, call: Call) -> Any:
    phrase = call["creatures"]
    if not isinstance(phrase, Selection) or phrase.quantity.kind != "all":
        return bind()
    candidates = selection.bind_candidates(linker, phrase)

    def act(machine: Mindbug, state: State, frame: Frame) -> None:
        done: list[int] = []
        defeated = 0
        while left := [
            card
            for card in candidates(machine, state, frame[SOURCE], frame[YOU])
            if card not in done
        ]:
            done.append(left[0])
            why = effects.AT_ONCE, defeat.TOUGH_ANY_CAUSE, (left[0],)
            defeat.defeat(machine, state, (left[0],), frame[SOURCE], why, frame)
            defeated += frame[DONE]
        frame[DONE] = defeated

    return [act]


@AS_IF(
    "creatures that an effect defeats left play one after the other, with their effects between",
    "mb.attack.simultaneous",
)
def effects_defeat_in_turn(change: Changes) -> None:
    code = in_turn(change, resolve_now)

    @change.instead(defeat, "defeat")
    def defeat_in_turn(
        state: State, cards: tuple[int, ...], cause: int, why: Any, doer: Frame | None = None
    ) -> None:
        if doer is not None:
            doer[DONE] = len(cards)
        state.stack.append([code, 0, cards, cause, why])


@AS_IF(
    "the Play effect of a card that an effect brings into play came before the rest of that effect",
    "mb.effect.one-at-a-time",
)
@do.around(play.play_by_effect)
def play_effect_in_the_middle(play_by_effect: Any, machine: Mindbug, state: State) -> None:
    before = len(state.waiting)
    play_by_effect()
    resolve_now(machine, state, before)
