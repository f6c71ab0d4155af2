"""What card text means once it is read: inert, typed data that any machine can bind.

Nothing here knows a game state. A `Call` names a word of the vocabulary and fills its
holes; who chooses, how many, from where and until when are always written out.
"""

from __future__ import annotations

from attrs import field, frozen

Value = "int | str | bool | Call | Selection | tuple[Call, ...]"


@frozen(order=True)
class Span:
    """Where something stands in a source file (lines and columns count from 1)."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int


NOWHERE = Span("", 0, 0, 0, 0)


@frozen
class Call:
    """One word of the vocabulary with its holes filled."""

    word: str
    args: tuple[tuple[str, object], ...] = ()
    span: Span = field(default=NOWHERE, eq=False, repr=False)

    def __getitem__(self, name: str) -> object:
        for key, value in self.args:
            if key == name:
                return value
        raise KeyError(name)

    def get(self, name: str, default: object = None) -> object:
        for key, value in self.args:
            if key == name:
                return value
        return default


@frozen
class Quantity:
    """How many: `exactly` n, `up-to` n, or `all`."""

    kind: str
    count: object = None  # int or a number Call; None for `all`


@frozen
class Selection:
    """A noun phrase: which things are meant, how many of them, and who picks them.

    `noun` is a noun word ("creature", "card"); `side` is "allied", "enemy" or "any";
    `other` leaves out the source, or `you` where the noun means players;
    `zone` is a zone Call for cards, None for creatures in play;
    `chooser` is a player Call, or the Call `nature` when the pick is random.
    A Selection with quantity `all` asks nobody.
    """

    noun: str
    quantity: Quantity
    side: str = "any"
    other: bool = False
    zone: Call | None = None
    filters: tuple[Call, ...] = ()
    chooser: Call | None = None
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class Ability:
    """One ability of a card or keyword; `zone` is where the card lies when it works.

    kind      head                              body
    trigger   the trigger word                  effects, in order
    static    None                              static calls (continuous, additive)
    rule      None                              rule calls (permissions and prohibitions)
    replace   the replaceable event word        effects that happen instead
    """

    kind: str
    head: str | None = None
    condition: Call | None = None
    body: tuple[Call, ...] = ()
    zone: str = "play"  # or "discard"
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class Keyword:
    """A keyword: a named bundle of abilities with the rules that define it."""

    id: str
    cites: tuple[str, ...]
    abilities: tuple[Ability, ...] = ()
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class Card:
    """A card: its printed facts and its abilities in printed order.

    `evolves_to` is the id of the card that a creature becomes when it evolves.
    """

    id: str
    kind: str
    name: str
    copies: int = 1
    properties: tuple[tuple[str, int | str], ...] = ()
    """Numbers, and for a property that is one of several words the value of that word."""
    keywords: tuple[str, ...] = ()
    abilities: tuple[Ability, ...] = ()
    evolves_to: str | None = None
    span: Span = field(default=NOWHERE, eq=False, repr=False)

    def property(self, name: str, default: int = 0) -> int:
        """A property that is a number."""
        for key, value in self.properties:
            if key == name and isinstance(value, int):
                return value
        return default

    def choice(self, name: str) -> str | None:
        """A property that is one of several words."""
        for key, value in self.properties:
            if key == name and isinstance(value, str):
                return value
        return None
