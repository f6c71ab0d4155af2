"""Misreadings of borrowed effects, of cards that are given, and of rarer choices."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.mindbug import taking_played
from conformance.mutants.topic import Topic
from oracle.kernel.flow import ACCEPT, DECLINE
from oracle.kernel.layers import derive
from oracle.kernel.layout import NATURE
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, State
from oracle.kernel.trial import would_change
from oracle.mindbug import copy, play
from oracle.mindbug.linker import Linker
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.selection import FILTERS, Filter
from oracle.mindbug.table import HAND, KEYWORDS, NAMED, PLAY, SOURCE, YOU
from oracle.mindbug.words import EFFECTS
from rules_dsl.definitions import Call, Selection

AS_IF = Topic(
    "mindbug",
    "copy",
    *("copy-effect", "resolve-effect", "play-given", "play-or-keep-given"),
    *("choose-one", "name-keyword", "put-into-discard"),
)

# --- effects of other creatures ----------------------------------------------------------------


AS_IF("in a copied effect 'this' were the creature it is copied from", "mb.copy.play-effect").so(
    "this-is-the-copied",
    do.around(copy.carry_out)(lambda carry_out, card: carry_out(source=card)),
)


@AS_IF(
    "a copied effect belonged to the player who controls the creature it is copied from",
    "mb.copy.play-effect",
)
@do.around(copy.carry_out)
def controller_of_the_copied(carry_out: Any, state: State, card: int) -> Any:
    theirs = state.where[card] - PLAY
    return carry_out(seat=theirs)


@AS_IF(
    "in an effect that is resolved once more 'this' were the card that says so",
    "mb.copy.resolve-effect",
)
@do.around(copy.carry_out)
def this_is_the_resolver(carry_out: Any, frame: Frame) -> Any:
    return carry_out(source=frame[SOURCE], seat=frame[YOU])


AS_IF(
    "a player who cannot activate such effects could resolve one once more",
    "mb.copy.resolve-effect",
).so("barred-too", do.put(copy, "may_not_activate", lambda *given: None))


# --- cards that are given ----------------------------------------------------------------------


@do.verb
def asking(change: Changes, kind: str, *, seat: int | None = None, again: str = "") -> None:
    """Ask somebody else: the seat given, or the opponent of who is asked; perhaps chance picks."""

    @change.instead(copy, "ask")
    def ask_another(state: State, asked: str, who: int, *rest: Any) -> None:
        if asked == kind:
            asked, who = again or asked, 1 - who if seat is None else seat
        question(state, asked, who, *rest)


AS_IF("the card that is given were picked at random", "mb.copy.given").so(
    "given-at-random", asking("choose", seat=NATURE, again="pick")
)
AS_IF("the player who gets a card chose it", "mb.copy.given").so(
    "given-by-choice", asking("choose")
)
AS_IF("a Mindbug could take a card that was given", "mb.copy.given").so(
    "mindbug-takes-it", taking_played("play-given")
)


@AS_IF("the Play effect of a given card did not happen", "mb.copy.given")
@do.instead(copy, "play_by_effect")
def given_without_effect(machine: Mindbug, state: State, *rest: Any) -> None:
    before = len(state.waiting)
    play.play_by_effect(machine, state, *rest)
    del state.waiting[before:]


@AS_IF("a card that is given were played by the giver", "mb.copy.given")
@do.instead(copy, "play_by_effect")
def giver_controls(machine: Mindbug, state: State, card: int, seat: int, *rest: Any) -> None:
    play.play_by_effect(machine, state, card, 1 - seat, *rest)


@do.verb
def playing_or_keeping(change: Changes, only: tuple[str]) -> None:
    """Let a card that is given be played in any case, or kept."""

    @change.instead(copy, "ask")
    def ask_for_one(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        ask(state, kind, seat, [only] if kind == "may" else options, *rest)


AS_IF("a card that may be kept had to be played", "mb.copy.given").so(
    "must-play", playing_or_keeping(ACCEPT)
)
AS_IF("a card that may be kept could not be played", "mb.copy.given").so(
    "must-keep", playing_or_keeping(DECLINE)
)


@AS_IF("a given card were played or kept before it is seen", "mb.copy.given")
@do.around(EFFECTS, "play-or-keep-given")
def decided_unseen(bind: Any, linker: Linker) -> Any:
    give, begin, show, _, act, stop = bind()
    wish = linker.slot()

    def offer_first(machine: Mindbug, state: State, frame: Frame) -> None:
        options = [ACCEPT, DECLINE]
        ask(state, "may", frame[YOU], options, -1, -1, frame[SOURCE], copy.GIVE)

    def note(machine: Mindbug, state: State, frame: Frame) -> None:
        frame[wish] = int(state.answer == ACCEPT)

    def act_as_wished(machine: Mindbug, state: State, frame: Frame) -> None:
        state.answer = ACCEPT if frame[wish] else DECLINE
        act(machine, state, frame)

    return [offer_first, note, give, begin, show, act_as_wished, stop]


# --- choices -----------------------------------------------------------------------------------


AS_IF("'choose one' meant all of them, in order", "mb.copy.choose-one").so(
    "all-of-them", do.instead(EFFECTS, "choose-one")(lambda linker, call: linker.body(call["body"]))
)
AS_IF("the opponent chose which of the alternatives is carried out", "mb.copy.choose-one").so(
    "opponent-chooses-one", asking("mode")
)


@AS_IF("only an alternative that does something could be chosen", "mb.copy.choose-one")
@do.around(EFFECTS, "choose-one")
def only_what_is_possible(bind: Any) -> Any:
    choose, *others = bind()

    def choose_possible(machine: Mindbug, state: State, frame: Frame) -> None:
        choose(machine, state, frame)
        pending = state.pending
        assert pending is not None
        state.pending = None
        options = []
        for state.answer in pending[2]:
            if would_change(machine, state, frame[:]):
                options.append(state.answer)
        state.pending = (*pending[:2], options or pending[2], *pending[3:])

    return [choose_possible, *others]


@AS_IF("only a keyword that a creature in play has could be named", "mb.copy.name-keyword")
@do.around(EFFECTS, "name-keyword")
def only_keywords_in_play(bind: Any) -> Any:
    choose, take = bind()

    def choose_present(machine: Mindbug, state: State, frame: Frame) -> None:
        choose(machine, state, frame)
        pending = state.pending
        assert pending is not None
        held = (state.derived or derive(machine, state))[KEYWORDS].values()
        options = [each for each in pending[2] if any(bits & 1 << each[1] for bits in held)]
        state.pending = (*pending[:2], options or pending[2], *pending[3:])

    return [choose_present, take]


@AS_IF("'with the named keyword' looked at printed keywords", "mb.copy.name-keyword")
@do.instead(FILTERS, "with-named-keyword")
def only_printed_keywords() -> Filter:
    def by_print(machine: Mindbug, state: State, card: int, source: int) -> bool:
        printed = machine.layers[KEYWORDS].printed[state.cards[card]]
        return bool(printed & state.registers[NAMED])

    return by_print


AS_IF("the opponent named the keyword", "mb.copy.name-keyword").so(
    "opponent-names", asking("keyword")
)
AS_IF("the opponent chose into whose discard pile a card goes", "mb.copy.pile-choice").so(
    "opponent-chooses-pile", asking("pile")
)


@AS_IF(
    "a card always went to the discard pile of the player whose card it was", "mb.copy.pile-choice"
)
@do.instead(copy, "ask")
def to_its_players_pile(state: State, kind: str, *rest: Any) -> None:
    if kind == "pile":
        state.answer = "pile", state.where[state.answer[0]] - HAND
    else:
        ask(state, kind, *rest)


# --- creatures given away ----------------------------------------------------------------------


@AS_IF("a text could not take back the creature that it has just given away", "mb.copy.taken-back")
@do.around(EFFECTS, "take-control")
def another_is_taken(bind: Any, call: Call) -> Any:
    phrase = call["creatures"]
    if isinstance(phrase, Selection) and phrase.side == "enemy":
        another = evolve(phrase, other=True)
        args = [(key, another if key == "creatures" else old) for key, old in call.args]
        call = evolve(call, args=tuple(args))
    return list(bind(call=call))


@AS_IF(
    "a creature that its own text has given away were taken back only on its player's wish",
    "mb.copy.taken-back",
)
@do.around(EFFECTS, "take-control")
def need_not_be_taken_back(bind: Any, call: Call) -> Any:
    phrase = call["creatures"]
    if isinstance(phrase, Selection) and phrase.side == "enemy":
        wish = evolve(phrase, quantity=evolve(phrase.quantity, kind="up-to"))
        args = [(key, wish if key == "creatures" else old) for key, old in call.args]
        call = evolve(call, args=tuple(args))
    return list(bind(call=call))
