"""The events of Mindbug and the sentences that tell them."""

from __future__ import annotations

from oracle.kernel.events import ABILITY, CARD, LAYER, NUMBER, PLACE, SEAT, VALUE, EventKind

_KINDS = (
    EventKind("pool", (("cards", NUMBER),), "The box holds {cards} creature cards"),
    EventKind(
        "table",
        (("seat", SEAT), ("life", NUMBER), ("mindbugs", NUMBER)),
        "{seat} starts with {life} life and {mindbugs} Mindbugs",
    ),
    EventKind("deal", (("seat", SEAT), ("card", CARD)), "{seat} is dealt {card}"),
    EventKind("unused", (("cards", NUMBER),), "{cards} cards stay in the unused pile"),
    EventKind("reveal", (("seat", SEAT), ("card", CARD)), "{seat} reveals {card}"),
    EventKind("tie", (("card", CARD), ("other", CARD)), "{card} and {other} have equal power"),
    EventKind("first", (("seat", SEAT),), "{seat} goes first"),
    EventKind("out", (("cards", NUMBER),), "The {cards} revealed cards stay out of the game"),
    EventKind("back", (("cards", NUMBER),), "The revealed cards go back into the unused pile"),
    EventKind("draw", (("seat", SEAT), ("card", CARD)), "{seat} draws {card}"),
    EventKind("short", (("seat", SEAT),), "{seat} has no card left to draw"),
    EventKind("turn", (("seat", SEAT), ("number", NUMBER)), "{seat} begins turn {number}"),
    EventKind("follow-up", (("seat", SEAT),), "{seat} acts once more in this turn"),
    EventKind("play", (("seat", SEAT), ("card", CARD)), "{seat} lays {card} open"),
    EventKind("mindbug", (("seat", SEAT), ("card", CARD)), "{seat} takes {card} with a Mindbug"),
    EventKind("spend", (("seat", SEAT), ("left", NUMBER)), "{seat} has {left} Mindbugs left"),
    EventKind("enter", (("card", CARD), ("seat", SEAT)), "{card} enters play for {seat}"),
    EventKind("attack", (("card", CARD), ("seat", SEAT)), "{seat} attacks with {card}"),
    EventKind("hunt", (("card", CARD), ("attacker", CARD)), "{attacker} hunts {card}"),
    EventKind("block", (("card", CARD), ("attacker", CARD)), "{card} blocks {attacker}"),
    EventKind("no-prey", (("card", CARD),), "{card} finds no creature to hunt"),
    EventKind("no-more", (("card", CARD),), "{card} cannot attack again"),
    EventKind("attack-ends", (("card", CARD),), "The attack of {card} ends"),
    EventKind(
        "fight",
        (("attacker", CARD), ("blocker", CARD), ("power", NUMBER), ("other", NUMBER)),
        "{attacker} (power {power}) fights {blocker} (power {other})",
    ),
    EventKind("defeat", (("card", CARD), ("seat", SEAT)), "{card} is defeated"),
    EventKind(
        "replace",
        (("card", CARD), ("ability", ABILITY)),
        "{card} is not defeated, thanks to {effect}",
    ),
    EventKind("exhaust", (("card", CARD),), "{card} becomes exhausted"),
    EventKind(
        "lose-life",
        (("seat", SEAT), ("amount", NUMBER), ("left", NUMBER)),
        "{seat} loses {amount} life and has {left}",
    ),
    EventKind(
        "gain-life",
        (("seat", SEAT), ("amount", NUMBER), ("left", NUMBER)),
        "{seat} gains {amount} life and has {left}",
    ),
    EventKind("life-stays", (("seat", SEAT), ("life", NUMBER)), "{seat} keeps {life} life"),
    EventKind("discard", (("seat", SEAT), ("card", CARD)), "{seat} discards {card}"),
    EventKind("steal", (("card", CARD), ("from", PLACE), ("seat", SEAT)), "{seat} steals {card}"),
    EventKind(
        "return",
        (("card", CARD), ("from", PLACE), ("seat", SEAT)),
        "{card} returns to the hand of {seat}",
    ),
    EventKind(
        "recover",
        (("card", CARD), ("from", PLACE), ("seat", SEAT)),
        "{seat} takes {card} into hand",
    ),
    EventKind("control", (("card", CARD), ("seat", SEAT)), "{seat} takes control of {card}"),
    EventKind(
        "trigger",
        (("ability", ABILITY), ("seat", SEAT)),
        "The {effect} effect of {cause} triggers for {seat}",
    ),
    EventKind(
        "resolve",
        (("ability", ABILITY), ("seat", SEAT)),
        "{seat} resolves the {effect} effect of {cause}",
    ),
    EventKind("forbidden", (("card", CARD), ("ability", ABILITY)), "{cause} forbids it to {card}"),
    EventKind(
        "applies",
        (("ability", ABILITY), ("card", CARD), ("what", LAYER), ("amount", VALUE)),
        "{cause} changes the {what} of {card}",
    ),
    EventKind("minimum", (("card", CARD), ("sum", NUMBER)), "{card} has at least power 1"),
    EventKind(
        "impossible",
        (("ability", ABILITY),),
        "The {effect} effect of {cause} cannot be done in full",
    ),
    EventKind(
        "count",
        (("ability", ABILITY), ("number", NUMBER)),
        "The {effect} effect of {cause} counts {number}",
    ),
    EventKind("last-known", (("card", CARD), ("power", NUMBER)), "{card} last had power {power}"),
    EventKind("over", (("winner", SEAT),), "The game is over; winner: {winner}"),
)

EVENTS = {kind.name: kind for kind in _KINDS}
