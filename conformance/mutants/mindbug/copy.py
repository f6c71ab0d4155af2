"""Misreadings of borrowed effects, of cards that are given, and of rarer choices."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.mindbug import taking_played
from conformance.mutants.topic import Topic
from oracle.kernel.flow import ACCEPT, DECLINE
from oracle.kernel.layers import derive
from oracle.kernel.layout import NATURE
from oracle.kernel.machine import ask, ask_to_choose
from oracle.kernel.state import Frame, State
from oracle.kernel.trial import would_change
from oracle.mindbug import cards, copying
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


@AS_IF(
    "this-is-the-copied",
    "in a copied effect 'this' were the creature it is copied from",
    "mb.copy.play-effect",
)
def this_is_the_copied(change: Changes) -> None:
    carry_out = copying.carry_out

    def carry_out_there(
        machine: Mindbug, state: State, frame: Frame, head: str, card: int, source: int, seat: int
    ) -> int:
        return carry_out(machine, state, frame, head, card, card, seat)

    change.swap(carry_out, carry_out_there)


@AS_IF(
    "controller-of-the-copied",
    "a copied effect belonged to the player who controls the creature it is copied from",
    "mb.copy.play-effect",
)
def controller_of_the_copied(change: Changes) -> None:
    carry_out = copying.carry_out

    def carry_out_for(
        machine: Mindbug, state: State, frame: Frame, head: str, card: int, source: int, seat: int
    ) -> int:
        theirs = state.where[card] - PLAY
        return carry_out(machine, state, frame, head, card, source, theirs)

    change.swap(carry_out, carry_out_for)


@AS_IF(
    "this-is-the-resolver",
    "in an effect that is resolved once more 'this' were the card that says so",
    "mb.copy.resolve-effect",
)
def this_is_the_resolver(change: Changes) -> None:
    carry_out = copying.carry_out

    def carry_out_here(
        machine: Mindbug, state: State, frame: Frame, head: str, card: int, source: int, seat: int
    ) -> int:
        return carry_out(machine, state, frame, head, card, frame[SOURCE], frame[YOU])

    change.swap(carry_out, carry_out_here)


@AS_IF(
    "barred-too",
    "a player who cannot activate such effects could resolve one once more",
    "mb.copy.resolve-effect",
)
def barred_too(change: Changes) -> None:
    change.put(copying, "may_not_activate", lambda *given: None)


# --- cards that are given ----------------------------------------------------------------------


def asking(change: Changes, kind: str, *, seat: int | None = None, again: str = "") -> None:
    """Ask somebody else: the seat given, or the opponent of who is asked; perhaps chance picks."""

    question = ask_to_choose if kind == "choose" else ask

    def ask_another(state: State, asked: str, who: int, *rest: Any) -> None:
        if asked == kind:
            asked, who = again or asked, 1 - who if seat is None else seat
        question(state, asked, who, *rest)

    change.put(copying, question.__name__, ask_another)


@AS_IF("given-at-random", "the card that is given were picked at random", "mb.copy.given")
def given_at_random(change: Changes) -> None:
    asking(change, "choose", seat=NATURE, again="pick")


@AS_IF("given-by-choice", "the player who gets a card chose it", "mb.copy.given")
def given_by_choice(change: Changes) -> None:
    asking(change, "choose")


@AS_IF("mindbug-takes-it", "a Mindbug could take a card that was given", "mb.copy.given")
def mindbug_takes_it(change: Changes) -> None:
    taking_played(change, "play-given")


@AS_IF("given-without-effect", "the Play effect of a given card did not happen", "mb.copy.given")
def given_without_effect(change: Changes) -> None:
    play_by_effect = cards.play_by_effect

    def play_quietly(machine: Mindbug, state: State, *rest: Any) -> None:
        before = len(state.waiting)
        play_by_effect(machine, state, *rest)
        del state.waiting[before:]

    change.put(copying, "play_by_effect", play_quietly)


@AS_IF("giver-controls", "a card that is given were played by the giver", "mb.copy.given")
def giver_controls(change: Changes) -> None:
    play_by_effect = cards.play_by_effect

    def play_over_there(machine: Mindbug, state: State, card: int, seat: int, *rest: Any) -> None:
        play_by_effect(machine, state, card, 1 - seat, *rest)

    change.put(copying, "play_by_effect", play_over_there)


def playing_or_keeping(change: Changes, only: tuple[str]) -> None:
    """Let a card that is given be played in any case, or kept."""

    def ask_for_one(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        ask(state, kind, seat, [only] if kind == "may" else options, *rest)

    change.put(copying, "ask", ask_for_one)


@AS_IF("must-play", "a card that may be kept had to be played", "mb.copy.given")
def must_play(change: Changes) -> None:
    playing_or_keeping(change, ACCEPT)


@AS_IF("must-keep", "a card that may be kept could not be played", "mb.copy.given")
def must_keep(change: Changes) -> None:
    playing_or_keeping(change, DECLINE)


@AS_IF(
    "decided-unseen",
    "a given card were played or kept before it is seen",
    "mb.copy.given",
)
def decided_unseen(change: Changes) -> None:
    bind = EFFECTS["play-or-keep-given"]

    def bind_unseen(linker: Linker, call: Call) -> list[Any]:
        give, begin, show, _, act, stop = bind(linker, call)
        wish = linker.slot()

        def offer_first(machine: Mindbug, state: State, frame: Frame) -> None:
            options = [ACCEPT, DECLINE]
            ask(state, "may", frame[YOU], options, frame[SOURCE], copying.GIVE)

        def note(machine: Mindbug, state: State, frame: Frame) -> None:
            frame[wish] = int(state.answer == ACCEPT)

        def act_as_wished(machine: Mindbug, state: State, frame: Frame) -> None:
            state.answer = ACCEPT if frame[wish] else DECLINE
            act(machine, state, frame)

        return [offer_first, note, give, begin, show, act_as_wished, stop]

    change.put(EFFECTS, "play-or-keep-given", bind_unseen)


# --- choices -----------------------------------------------------------------------------------


@AS_IF("all-of-them", "'choose one' meant all of them, in order", "mb.copy.choose-one")
def all_of_them(change: Changes) -> None:
    def bind_all(linker: Linker, call: Call) -> list[Any]:
        return linker.body(call["body"])

    change.put(EFFECTS, "choose-one", bind_all)


@AS_IF(
    "opponent-chooses-one",
    "the opponent chose which of the alternatives is carried out",
    "mb.copy.choose-one",
)
def opponent_chooses_one(change: Changes) -> None:
    asking(change, "mode")


@AS_IF(
    "only-what-is-possible",
    "only an alternative that does something could be chosen",
    "mb.copy.choose-one",
)
def only_what_is_possible(change: Changes) -> None:
    bind = EFFECTS["choose-one"]

    def bind_possible(linker: Linker, call: Call) -> list[Any]:
        choose, *others = bind(linker, call)

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

    change.put(EFFECTS, "choose-one", bind_possible)


@AS_IF(
    "only-keywords-in-play",
    "only a keyword that a creature in play has could be named",
    "mb.copy.name-keyword",
)
def only_keywords_in_play(change: Changes) -> None:
    bind = EFFECTS["name-keyword"]

    def bind_present(linker: Linker, call: Call) -> list[Any]:
        choose, take = bind(linker, call)

        def choose_present(machine: Mindbug, state: State, frame: Frame) -> None:
            choose(machine, state, frame)
            pending = state.pending
            assert pending is not None
            held = (state.derived or derive(machine, state))[KEYWORDS].values()
            options = [each for each in pending[2] if any(bits & 1 << each[1] for bits in held)]
            state.pending = (*pending[:2], options or pending[2], *pending[3:])

        return [choose_present, take]

    change.put(EFFECTS, "name-keyword", bind_present)


@AS_IF(
    "only-printed-keywords",
    "'with the named keyword' looked at printed keywords",
    "mb.copy.name-keyword",
)
def only_printed_keywords(change: Changes) -> None:
    def bind_printed(linker: Linker, call: Call) -> Filter:
        def by_print(machine: Mindbug, state: State, card: int, source: int) -> bool:
            printed = machine.layers[KEYWORDS].printed[state.cards[card]]
            return bool(printed & state.registers[NAMED])

        return by_print

    change.put(FILTERS, "with-named-keyword", bind_printed)


@AS_IF("opponent-names", "the opponent named the keyword", "mb.copy.name-keyword")
def opponent_names(change: Changes) -> None:
    asking(change, "keyword")


@AS_IF(
    "opponent-chooses-pile",
    "the opponent chose into whose discard pile a card goes",
    "mb.copy.pile-choice",
)
def opponent_chooses_pile(change: Changes) -> None:
    asking(change, "pile")


@AS_IF(
    "to-its-players-pile",
    "a card always went to the discard pile of the player whose card it was",
    "mb.copy.pile-choice",
)
def to_its_players_pile(change: Changes) -> None:
    def send_home(state: State, kind: str, *rest: Any) -> None:
        if kind == "pile":
            state.answer = ("pile", state.where[state.answer[0]] - HAND)
        else:
            ask(state, kind, *rest)

    change.put(copying, "ask", send_home)


# --- creatures given away ----------------------------------------------------------------------


@AS_IF(
    "another-is-taken",
    "a text could not take back the creature that it has just given away",
    "mb.copy.taken-back",
)
def another_is_taken(change: Changes) -> None:
    bind = EFFECTS["take-control"]

    def bind_another(linker: Linker, call: Call) -> list[Any]:
        phrase = call["creatures"]
        if isinstance(phrase, Selection) and phrase.side == "enemy":
            another = evolve(phrase, other=True)
            args = [(key, another if key == "creatures" else old) for key, old in call.args]
            call = evolve(call, args=tuple(args))
        return list(bind(linker, call))

    change.put(EFFECTS, "take-control", bind_another)


@AS_IF(
    "need-not-be-taken-back",
    "a creature that its own text has given away were taken back only on its player's wish",
    "mb.copy.taken-back",
)
def need_not_be_taken_back(change: Changes) -> None:
    bind = EFFECTS["take-control"]

    def bind_optional(linker: Linker, call: Call) -> list[Any]:
        phrase = call["creatures"]
        if isinstance(phrase, Selection) and phrase.side == "enemy":
            wish = evolve(phrase, quantity=evolve(phrase.quantity, kind="up-to"))
            args = [(key, wish if key == "creatures" else old) for key, old in call.args]
            call = evolve(call, args=tuple(args))
        return list(bind(linker, call))

    change.put(EFFECTS, "take-control", bind_optional)
