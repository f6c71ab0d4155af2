"""The linked form of a ruleset with these dice: what the common procedures look into."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from oracle.kernel.machine import LinkedAbility, Machine
from oracle.kernel.state import Rules, State

from .cited import Cited

if TYPE_CHECKING:
    from .rolling import RollPlaces

# A game's functions take that game's own machine, which is why the first parameter is open.
Possible = Callable[[Any, State, int, int, tuple[int, ...]], bool]
"""`(machine, state, source, you, context)`: whether an ability can be used, or applies, now."""

Entry = tuple[int, ...]
"""`(card, ability)`, and behind them what a game needs to tell apart two that are alike."""

Context = tuple[int, ...]
"""What a moment is about, and how much changed; behind them what the use of a card adds."""


class Linked(LinkedAbility):
    """An ability ready to run, with what decides when it is offered."""

    __slots__ = ("once", "once_a_window", "optional", "possible", "repeated")

    possible: Possible
    optional: bool
    """Whether its owner may leave it."""
    once: bool
    """Whether it can be used once a turn only."""
    once_a_window: bool
    """Whether it can be used once in a window only."""
    repeated: bool
    """Whether it can be used again at the same moment."""


class Change:
    """A continuous change of a number: dice, rerolls, symbols, prices."""

    __slots__ = ("ability", "amount", "face", "holds", "per", "rules", "subject")

    def __init__(
        self,
        ability: LinkedAbility,
        amount: int,
        holds: Callable[[Any, State, int, int], bool] | None,
        rules: Rules,
        subject: str,
        per: Callable[[Any, State, int, int], int] | None,
    ) -> None:
        self.ability = ability
        self.amount = amount
        self.holds = holds
        self.rules = rules
        self.subject = subject
        self.per = per
        self.face = ""
        """The face of the dice that is changed, if it is one."""


class Said:
    """A permission or prohibition, with the call that its readers look into."""

    __slots__ = ("ability", "amount", "candidates", "holds", "resource", "rules", "subject", "word")

    def __init__(self, word: str, ability: LinkedAbility, rules: Rules) -> None:
        self.word = word
        self.ability = ability
        self.rules = rules
        self.amount = 0
        self.resource = ""
        self.subject = "you"
        self.candidates: Callable[..., list[int]] | None = None
        self.holds: Callable[[Any, State, int, int], bool] | None = None


class Held:
    """Something continuous that an effect made hold for a time, or for good."""

    __slots__ = ("change", "for_good", "said", "word")

    def __init__(self, word: str, for_good: bool) -> None:
        self.word = word
        self.for_good = for_good
        self.change: Change | None = None
        self.said: Said | None = None


class DiceGame(Machine):
    """A ruleset with these dice, ready to run.

    The functions are each game's own: they are looked up when the machine is assembled.
    """

    options: dict[str, str]
    players: int
    abilities: list[Linked]  # type: ignore[assignment]
    cost: list[int]
    kept: frozenset[int]
    """Definitions that lie before their owner."""
    triggered: dict[str, dict[int, tuple[int, ...]]]
    changes: dict[str, dict[int, tuple[Change, ...]]]
    said: dict[str, dict[int, tuple[Said, ...]]]
    lasting: list[Held]
    energy: int
    """Where the counters of energy begin."""
    faces: tuple[str, ...]
    heart: int
    """The face that counts when dice are thrown for a text."""
    throw: str
    """What the decision is called that throws a die for a text."""
    cited: Cited
    roll_places: RollPlaces
    windows: frozenset[str]
    """Moments at which the owner is asked what to use; the question stands for a `you may`."""
    window_rules: dict[str, Rules]
    heads: tuple[str, ...]
    """All moments; frames know them by their numbers."""
    head_number: dict[str, int]

    texts: Callable[[Any, State, int], Iterable[tuple[int, int]]]
    """The cards in force for a seat, with each definition whose text they have."""
    at: Callable[[Any, State, str, int], list[Entry]]
    """The abilities that a seat has for a moment."""
    has: Callable[[Any, State, Entry, int], bool]
    """Whether a seat still has an ability: its card is there and has that text."""
    applies: Callable[[Any, State, Entry, int, Context], bool]
    """Whether an ability can work now."""
    start: Callable[[Any, State, Entry, int, Context], None]
    """Let an ability work."""
    usable: Callable[[Any, State, tuple[str, ...], int, Context], list[Entry]]
    """What a seat can use now, of these moments."""
    more_uses: Callable[[Any, State, tuple[str, ...], int, Context], tuple[list[Any], Rules]] | None
    """Options of a window beside abilities, with the rules they rest on."""
    take_more: Callable[[Any, State, int], None]
    """Carry out the option of that kind that was taken."""
    begins_to_hold: Callable[[Any, State, list[int], int, int, Rules], None] | None
    """What else happens when something begins to hold for a time."""
