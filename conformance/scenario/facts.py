"""Checks the facts of a scenario on a position; each check says what is true instead."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from attrs import define, field

from conformance.scenario.answers import say_decision
from conformance.scenario.cast import Cast
from conformance.scenario.face import Event, Json, Position
from conformance.scenario.model import PEOPLE, SEATS, CardRef, Fact
from conformance.scenario.sentences import CLAIM


@define
class Witness:
    """A position, and what it takes to judge a fact about it."""

    position: Position
    cast: Cast
    events: Sequence[Event]
    fact: Fact
    projected: Callable[[], Json] | None = None
    """Gives the projection of the position, where somebody keeps it."""
    fired: set[str] = field(factory=set)
    """Rules that the answer to a question rests on: who may see what, why a power is so."""

    def state(self) -> Json:
        """The projection of the position."""
        if self.projected is None:
            state = self.position.projection()
            self.projected = lambda: state
        return self.projected()

    def handle(self, name: str = "card") -> str:
        """The handle of a card that the fact names."""
        ref = self.fact.args[name]
        assert isinstance(ref, CardRef)
        return self.cast.handle(ref, self.fact.place)

    def seat(self, name: str = "player") -> str:
        """The seat of a player that the fact names."""
        return SEATS[str(self.fact.args[name])]

    def number(self, name: str = "n") -> int:
        """A number that the fact names."""
        value = self.fact.args[name]
        assert isinstance(value, int)
        return value

    def word(self, name: str) -> str:
        """A word that the fact names."""
        return str(self.fact.args[name])

    def view(self, what: str) -> Json:
        """What the player that the fact names may know; the rules that say so have fired."""
        self.fired.update(self.position.view_rules(what))
        return self.position.view(self.seat())

    def player(self) -> Json:
        """All that the player has that the fact names."""
        found: Json = self.state()["players"][self.seat()]
        return found

    def where(self) -> str:
        """Where the card is that the fact names, in the words of facts."""
        return self.cast.game.where(self.state(), self.handle())

    def listed(self, handles: Iterable[str]) -> str:
        """Cards by their names."""
        return ", ".join(self.cast.name(handle) for handle in handles) or "none"


THE_NUMBER = "the number is"

Check = Callable[[Witness], str | None]


class Checks(dict[str, Check]):
    """The checks of a game, each by the id of the claim that it judges."""

    def of(self, claim: str) -> Callable[[Check], Check]:
        """Judge a claim by the function below."""

        def bind(check: Check) -> Check:
            self[claim] = check
            return check

        return bind


def check_fact(witness: Witness) -> str | None:
    """None when the fact holds, else what is true instead."""
    return witness.cast.game.checks[witness.fact.sentence](witness)


def equal(found: object, wanted: object, what: str) -> str | None:
    """The complaint when something is not what it should be."""
    return None if found == wanted else f"{what} {found}"


def number_of(what: str) -> Check:
    """Judges how much of something a player has."""
    return lambda w: equal(w.player()[what], w.number(), THE_NUMBER)


def seen_number(what: str) -> Check:
    """Judges how much of something one player sees that another has."""
    return lambda w: equal(
        w.view(what)["players"][w.seat("other")].get(what), w.number(), THE_NUMBER
    )


def counted(w: Witness, cards: Sequence[str]) -> str | None:
    """The complaint when there are not as many cards as the fact says."""
    return None if len(cards) == w.number() else f"there are {len(cards)}: {w.listed(cards)}"


def how_often(times: Callable[[Witness], int], what: str) -> tuple[Check, Check]:
    """Judge that something was so as often as the fact says, and that it never was."""
    complaint = f"how often it {what}:"
    return (
        lambda w: equal(times(w), w.number("times"), complaint),
        lambda w: equal(times(w), 0, complaint),
    )


def lies(w: Witness, wanted: str) -> str | None:
    """The complaint when the card that the fact names lies elsewhere."""
    found = w.where()
    return None if found == wanted else f"it is {found}"


# ---- facts of every game


def _turn(w: Witness) -> str | None:
    return equal(PEOPLE[w.state()["turn"]], w.word("player"), "it is the turn of")


def _next(w: Witness) -> str | None:
    decision = w.position.decision
    if decision is None:
        return "the game is over"
    words = w.cast.game.decisions
    found = (PEOPLE[decision.seat], words.get(decision.kind, decision.kind))
    wanted = (w.word("seat"), w.word("decision"))
    return None if found == wanted else f"it is {say_decision(decision, w.cast)}"


def result(w: Witness) -> str | None:
    """Whether the game stands as the fact says, in the words in which the game tells it."""
    found = w.cast.game.say_result(w.position)
    return None if found == CLAIM[w.fact.sentence].says.write(w.fact.args) else found


def _wins(w: Witness) -> str | None:
    """In whatever way: games that tell how it was done have claims of their own for that."""
    found = w.cast.game.say_result(w.position)
    return None if found.startswith(f"{w.word('player')} wins") else found


def _sees(w: Witness) -> str | None:
    seen = w.handle() in w.view(w.handle())["cards"]
    return None if seen else "that card is hidden from this player"


def _sees_not(w: Witness) -> str | None:
    seen = w.handle() in w.view(w.handle())["cards"]
    return "this player sees that card" if seen else None


COMMON: dict[str, Check] = {
    "turn": _turn,
    "next": _next,
    "bought": lambda w: lies(w, "being bought"),
    "wins": _wins,
    "goes-on": result,
    "sees": _sees,
    "sees-not": _sees_not,
}
