"""The events of Mindbug and the sentences that tell them."""

from __future__ import annotations

from oracle.kernel.events import (
    ABILITY,
    CARD,
    DEFINITION,
    KEYWORD,
    LAYER,
    NUMBER,
    PLACE,
    SEAT,
    VALUE,
    EventKind,
)

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
    EventKind("no-prey", (("card", CARD),), "{card} finds no creature to hunt", False),
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
    EventKind("set-life", (("seat", SEAT), ("life", NUMBER)), "The life of {seat} becomes {life}"),
    EventKind("life-stays", (("seat", SEAT), ("life", NUMBER)), "{seat} keeps {life} life", False),
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
        "handed-over",
        (("card", CARD), ("seat", SEAT)),
        "What {card} has yet to do is done for {seat}",
    ),
    EventKind(
        "trigger",
        (("ability", ABILITY), ("seat", SEAT)),
        "The {effect} effect of {cause} triggers for {seat}",
        False,
    ),
    EventKind(
        "resolve",
        (("ability", ABILITY), ("seat", SEAT)),
        "{seat} resolves the {effect} effect of {cause}",
        False,
    ),
    EventKind(
        "forbidden", (("card", CARD), ("ability", ABILITY)), "{cause} forbids it to {card}", False
    ),
    EventKind(
        "applies",
        (("ability", ABILITY), ("card", CARD), ("what", LAYER), ("amount", VALUE)),
        "{cause} changes the {what} of {card}",
        False,
    ),
    EventKind("minimum", (("card", CARD), ("sum", NUMBER)), "{card} has at least power 1", False),
    EventKind(
        "impossible",
        (("ability", ABILITY),),
        "The {effect} effect of {cause} cannot be done in full",
        False,
    ),
    EventKind(
        "not-offered",
        (("ability", ABILITY),),
        "The {effect} effect of {cause} has nothing to offer",
        False,
    ),
    EventKind(
        "not-done",
        (("ability", ABILITY),),
        "The rest of the {effect} effect of {cause} does not happen, since it was not done",
        False,
    ),
    EventKind(
        "count",
        (("ability", ABILITY), ("number", NUMBER)),
        "The {effect} effect of {cause} counts {number}",
        False,
    ),
    EventKind(
        "last-known", (("card", CARD), ("power", NUMBER)), "{card} last had power {power}", False
    ),
    EventKind(
        "no-use",
        (("card", CARD), ("ability", ABILITY)),
        "The {effect} effect of {cause} would do nothing",
        False,
    ),
    EventKind(
        "has-say",
        (("card", CARD), ("ability", ABILITY)),
        "{cause} has a say in what happens to {card}",
        False,
    ),
    EventKind(
        "forced", (("card", CARD), ("seat", SEAT)), "{cause} makes {seat} attack with {card}"
    ),
    EventKind("name", (("keyword", KEYWORD),), "{cause} names {keyword}", False),
    EventKind("show", (("card", CARD),), "{card} is shown", False),
    EventKind(
        "carry-out",
        (("ability", ABILITY), ("seat", SEAT)),
        "{seat} carries out the {effect} effect for {cause}",
        False,
    ),
    EventKind(
        "act",
        (("ability", ABILITY), ("seat", SEAT)),
        "{seat} uses the {effect} effect of {cause}",
        False,
    ),
    EventKind("stages", (("cards", NUMBER),), "{cards} evolved stages lie aside"),
    EventKind("evolve", (("card", CARD), ("into", DEFINITION)), "{card} is now {into}"),
    EventKind("fall-back", (("card", CARD), ("into", DEFINITION)), "{card} is {into} again"),
    EventKind("boost", (("card", CARD), ("creature", CARD)), "{card} boosts {creature}"),
    EventKind(
        "unboost",
        (("card", CARD), ("seat", SEAT)),
        "{card} goes from under its creature to the discard pile of {seat}",
    ),
    EventKind(
        "bury", (("seat", SEAT), ("card", CARD)), "{card} goes to the discard pile of {seat}"
    ),
    EventKind("lasting-ends", (("card", CARD),), "What was to hold for {card} this turn is over"),
    EventKind(
        "put-there", (("card", CARD), ("seat", SEAT)), "{card} goes to the discard pile of {seat}"
    ),
    EventKind("give", (("card", CARD), ("seat", SEAT)), "{card} is given to {seat}"),
    EventKind(
        "lasting",
        (("ability", ABILITY),),
        "What the {effect} effect of {cause} says holds until the end of the turn",
    ),
    EventKind("power-deck", (("cards", NUMBER),), "The power deck has {cards} cards"),
    EventKind("power-row", (("card", CARD),), "{card} is laid into the power row"),
    EventKind("no-power-card", (), "The power deck is empty", False),
    EventKind(
        "buy",
        (("seat", SEAT), ("card", CARD), ("cost", NUMBER), ("left", NUMBER)),
        "{seat} buys {card} for {cost} energy and has {left}",
    ),
    EventKind("acquire", (("seat", SEAT), ("card", CARD)), "{seat} acquires {card}"),
    EventKind(
        "resolve-power",
        (("ability", ABILITY), ("seat", SEAT)),
        "{seat} resolves the effect of {cause}",
        False,
    ),
    EventKind("put-away", (("card", CARD),), "{card} goes to the power discard pile"),
    EventKind(
        "gain-energy",
        (("seat", SEAT), ("amount", NUMBER), ("left", NUMBER)),
        "{seat} gains {amount} energy and has {left}",
    ),
    EventKind("dice", (("card", CARD), ("dice", NUMBER)), "Dice rolled for {card}: {dice}"),
    EventKind("roll", (("face", DEFINITION),), "A die of {cause} shows {face}"),
    EventKind("reroll", (("seat", SEAT),), "{seat} rolls again"),
    EventKind("final", (), "The result of {cause} is final", False),
    EventKind(
        "apply",
        (("ability", ABILITY), ("seat", SEAT)),
        "{seat} applies the result of a die to {cause}",
        False,
    ),
    EventKind("over", (("winner", SEAT),), "The game is over; winner: {winner}"),
)

EVENTS = {kind.name: kind for kind in _KINDS}
