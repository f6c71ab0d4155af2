"""The events of Duel and the sentences that tell them."""

from __future__ import annotations

from oracle.kernel.events import ABILITY, CARD, NAME, NUMBER, SEAT, EventKind

_SEAT, _CARD, _AMOUNT = ("seat", SEAT), ("card", CARD), ("amount", NUMBER)
_LEFT, _TRACK, _FACE = ("left", NUMBER), ("track", NAME), ("face", NAME)

_KINDS = (
    EventKind("deck", (("cards", NUMBER),), "The deck has {cards:power card}"),
    EventKind("board", (("tokens", NUMBER),), "Both markers stand in the middle"),
    EventKind("be", (_SEAT, _CARD, ("hearts", NUMBER)), "{seat} is {card} with {hearts:heart}"),
    EventKind("turn-up", (_CARD,), "{card} is turned up"),
    EventKind("reshuffle", (("cards", NUMBER),), "The new deck has {cards:discarded card}"),
    EventKind("no-cards", (), "There is no card left to turn up", False),
    EventKind("no-sweep", (_SEAT,), "There is nothing to sweep", False),
    EventKind("first-face", (_SEAT, _FACE), "{seat} rolls {face} for the first turn"),
    EventKind("first-tie", (("symbols", NUMBER),), "Both have {symbols} of the symbol that counts"),
    EventKind("first", (_SEAT,), "{seat} goes first"),
    EventKind("turn", (_SEAT, ("number", NUMBER)), "{seat} begins turn {number}"),
    EventKind("phase", (_SEAT, ("phase", NAME)), "{seat}: the {phase} phase", False),
    EventKind("dice", (_SEAT, ("dice", NUMBER)), "{seat} has {dice:die|dice}"),
    EventKind("spend-tokens", (_SEAT, _AMOUNT, _LEFT), "{seat} spends {amount:dice token}"),
    EventKind("no-tokens", (_SEAT,), "{seat} can spend no dice tokens", False),
    EventKind("rolls", (_SEAT, ("rolls", NUMBER)), "{seat} may roll {rolls:time}", False),
    EventKind("face", (_SEAT, _FACE), "{seat} rolls {face}"),
    EventKind("reroll", (_SEAT, ("dice", NUMBER)), "{seat} rerolls {dice:die|dice}"),
    EventKind("stop", (_SEAT,), "{seat} keeps the dice as they are", False),
    EventKind("complete", (_SEAT,), "The roll of {seat} is complete", False),
    EventKind("throw", (_SEAT, _FACE), "{seat} throws {face} for {cause}"),
    EventKind("add", (_SEAT, _AMOUNT, _FACE), "{seat} adds {amount} x {face} to the roll"),
    EventKind("added", (_SEAT, _AMOUNT, _FACE), "{cause} adds {amount} x {face}", False),
    EventKind("leave-die", (_SEAT, _FACE), "{seat} leaves {face} unresolved"),
    EventKind(
        "left-out", (_SEAT, _FACE, _AMOUNT), "{seat} does not resolve {amount} x {face}", False
    ),
    EventKind("skip", (_SEAT,), "{seat} skips the resolve phase"),
    EventKind("spend", (_SEAT, _AMOUNT, _FACE), "{seat} spends {amount} x {face}"),
    EventKind("result", (_SEAT, _FACE, _AMOUNT), "{seat} resolves {amount} x {face}"),
    EventKind("no-result", (_SEAT, _FACE, _AMOUNT), "Nothing comes of {amount} x {face}", False),
    EventKind("multiply", (_SEAT, _AMOUNT), "{seat} makes that {amount:hit}"),
    EventKind("resolved", (_SEAT,), "{seat} has resolved everything", False),
    EventKind("gain-energy", (_SEAT, _AMOUNT, _LEFT), "{seat} gains {amount} energy, now {left}"),
    EventKind("pay", (_SEAT, _AMOUNT, _LEFT), "{seat} pays {amount} energy, {left} left"),
    EventKind("gain-hearts", (_SEAT, _AMOUNT, _LEFT), "{seat} gains {amount:heart}, now {left}"),
    EventKind("full", (_SEAT,), "{seat} has as many hearts as it can have", False),
    EventKind("lose-hearts", (_SEAT, _AMOUNT, _LEFT), "{seat} loses {amount:heart}, {left} left"),
    EventKind("set-hearts", (_SEAT, _LEFT), "{seat} has {left:heart} now"),
    EventKind("token", (_SEAT, _AMOUNT, _LEFT), "{seat} gets {amount:dice token}, now {left}"),
    EventKind("no-token", (_SEAT,), "{seat} has as many dice tokens as it can have", False),
    EventKind("hit", (_SEAT, _AMOUNT), "{seat} is to take {amount:hit}", False),
    EventKind("immune", (_SEAT,), "{seat} takes no hits", False),
    EventKind("prevent", (_SEAT, _AMOUNT, _LEFT), "{seat} takes {amount:hit} fewer, {left} left"),
    EventKind(
        "keeps",
        (_SEAT, ("hearts", NUMBER), ("taken", NUMBER)),
        "{seat} keeps {hearts:heart} and has taken {taken:hit}",
        False,
    ),
    EventKind("unharmed", (_SEAT,), "{seat} loses no hearts", False),
    EventKind("pull", (_SEAT, _TRACK, _AMOUNT), "{seat} pulls the {track} marker {amount:cell}"),
    EventKind(
        "step",
        (_SEAT, _TRACK, ("cell", NAME), ("at", NUMBER), _LEFT),
        "The {track} marker comes to {cell}",
    ),
    EventKind("pulled", (_SEAT, _TRACK, ("cells", NUMBER)), "It moved {cells:cell}", False),
    EventKind("on-token", (_SEAT, _CARD), "It stands on {card}", False),
    EventKind("stop-pull", (_SEAT, _TRACK, _LEFT), "The pull stops and loses {left:cell}"),
    EventKind("goes-on", (_SEAT, _CARD), "{card} does not stop {seat}", False),
    EventKind("forgo", (_SEAT, _CARD), "{seat} gives up the bonus of {card}"),
    EventKind("place-token", (_SEAT, _CARD, ("place", NAME)), "{seat} lays {card} on {place}"),
    EventKind("move-token", (_SEAT, _CARD, ("place", NAME)), "{seat} moves {card} to {place}"),
    EventKind("own-tokens", (_SEAT, ("tokens", NUMBER)), "{seat} has {tokens:token} to lay", False),
    EventKind("keep-token", (_SEAT, _CARD), "{seat} leaves {card} where it is", False),
    EventKind("no-place", (_SEAT,), "{seat} can place nothing", False),
    EventKind(
        "buy",
        (_SEAT, _CARD, ("price", NUMBER), _LEFT),
        "{seat} buys {card}",
    ),
    EventKind("no-purchase", (_SEAT,), "{seat} can buy nothing", False),
    EventKind("sweep", (_SEAT,), "{seat} sweeps the row"),
    EventKind("discard", (_CARD,), "{card} goes to the discard pile"),
    EventKind("lay", (_CARD, _SEAT), "{card} lies before {seat}", False),
    EventKind("swap", (_SEAT, _CARD, ("other", CARD)), "{seat} swaps {card} for {other}"),
    EventKind(
        "trigger", (_CARD, ("ability", ABILITY), _SEAT), "{card} works for {seat} ({effect})"
    ),
    EventKind("applies", (_CARD, ("ability", ABILITY), _SEAT), "{card} applies", False),
    EventKind("no-effect", (_CARD, ("ability", ABILITY), _SEAT), "{card} does nothing now", False),
    EventKind("together", (_SEAT, ("effects", NUMBER)), "{seat} has {effects:effect}", False),
    EventKind(
        "one-after-another",
        (("monsters", NUMBER),),
        "Effects of {monsters:monster} come one after another",
        False,
    ),
    EventKind("lasting", (("ability", ABILITY), _SEAT), "This holds for a time for {seat}"),
    EventKind("waiting", (("ability", ABILITY), _SEAT), "This waits for the next turn of {seat}"),
    EventKind("awake", (_SEAT,), "What waited for the turn of {seat} begins", False),
    EventKind("lasting-ends", (_SEAT,), "What held for this turn ends"),
    EventKind("another-turn", (_SEAT,), "{seat} will have another turn"),
    EventKind("end-turn", (_SEAT,), "The turn of {seat} is over at once"),
    EventKind("over", (_SEAT,), "The game is over"),
)

EVENTS = {kind.name: kind for kind in _KINDS}
