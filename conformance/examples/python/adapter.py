"""Speaks the protocol of the kit: one JSON object a line, from stdin to stdout.

kaiju run --engine "exec:python conformance/examples/python/adapter.py"
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from itertools import combinations, islice
from typing import Any

from cards import CARDS, Creature
from engine import NATURE, SEATS, Game, Question

Json = dict[str, Any]  # Any, since what a line carries is only known once it is read

GAME = "mindbug/first-contact"

OPTIONS = {
    "mb.option.hunter-choice": "block-step",
    "mb.option.first-player-cards": "public",
    "mb.option.simultaneous-zero": "draw",
    "mb.option.mindbug-payment": "spend-first",
    "mb.option.discard-refill": "after-instruction",
    "mb.option.waiting-effects": "join",
}
"""How this engine answers the open questions."""

EITHER = {"mb.option.mindbug-follow-up"}
"""Questions that may be answered either way: no card of First Contact can tell."""

HELLO: Json = {
    "protocol": 1,
    "engine": {"name": "foreign-python", "version": "1", "language": "python"},
    "games": {GAME: {"options": OPTIONS}},
    "ops": ["setup", "view", "state", "snapshot", "replay", "perft"],
    "chance": "suspend",
}

written = json.JSONEncoder(separators=(",", ":")).encode
BEGUN = ("game", "options", "cards", "pool", "setup")
"""What a game begins with; of other fields a request may have, nothing is kept."""

canonical = json.JSONEncoder(separators=(",", ":"), sort_keys=True).encode


class Misunderstood(Exception):
    """The request makes no sense; nothing has changed."""


class Beyond(Exception):
    """The request is more than this engine can do; nothing has changed."""


# ------------------------------------------------------------------ beginning


def lay_out(begun: Json) -> Game:
    """The cards and the position of a `start` or a `setup`."""
    if begun["game"] != GAME or begun.get("cards"):
        raise Beyond(f"this engine plays {GAME} with its own cards only")
    for option, answer in begun.get("options", {}).items():
        if option not in EITHER and OPTIONS.get(option) != answer:
            raise Beyond(f"this engine does not answer {option} with {answer}")
    game = Game()
    if "setup" in begun:
        stand_up(game, begun["setup"])
    else:
        pool = begun.get("pool") or whole_set()
        if sorted(one["card"] for one in pool) != [one["card"] for one in whole_set()]:
            raise Beyond("this engine plays with all 48 cards of First Contact")
        game.unused = lay(game, pool)
    return game


def whole_set() -> list[Json]:
    """Every card of First Contact, for a kit that gives them no names."""
    names = [card.name for card in CARDS.values() for _ in range(card.copies)]
    return [{"h": f"#{number}", "card": name} for number, name in enumerate(names, 1)]


def stand_up(game: Game, setup: Json) -> None:
    """A position; what is left out is 3 life, 2 Mindbugs and empty zones."""
    game.active = SEATS.index(setup["turn"])
    game.unused = lay(game, setup.get("unused", []))
    game.aside = lay(game, setup.get("aside", []))
    for player, seat in enumerate(SEATS):
        given = setup["players"].get(seat, {})
        game.life[player] = whole_number(given.get("life", 3), at_least=1)
        game.mindbugs[player] = whole_number(given.get("mindbugs", 2), at_least=0)
        game.hand[player].extend(lay(game, given.get("hand", [])))
        game.deck[player].extend(lay(game, given.get("deck", [])))
        game.discard[player].extend(lay(game, given.get("discard", [])))
        for placed in given.get("play", []):
            (handle,) = lay(game, [placed])
            is_exhausted = placed.get("exhausted", False) is True
            game.play[player].append(Creature(handle, game.card[handle], player, is_exhausted))


def lay(game: Game, placed: list[Json]) -> list[str]:
    """Make cards known to the game by the names the kit gives them."""
    for one in placed:
        if one["card"] not in CARDS:
            raise Beyond(f"this engine has no card {one['card']}")
        if one["h"] in game.card:
            raise Misunderstood(f"two cards are called {one['h']}")
        game.card[one["h"]] = CARDS[one["card"]]
    return [one["h"] for one in placed]


def whole_number(given: object, at_least: int) -> int:
    if type(given) is not int or given < at_least:
        raise Misunderstood(f"a whole number from {at_least} on was expected, not {given!r}")
    return given


def handle_order(handle: str) -> tuple[int, str]:
    """#2 comes before #10."""
    number, _, rest = handle.removeprefix("#").partition("/")
    return int(number), rest


# ------------------------------------------------------------------ a game and its story


def every_answer(question: Question) -> Iterator[Json]:
    """Every answer the question allows."""
    if question.legal is not None:
        yield from question.legal
        return
    for size in range(question.least, question.most + 1):
        for chosen in combinations(question.among, size):
            yield {"choose": list(chosen)}


class Table:
    """A game, how it was begun and every answer since; that story is its snapshot."""

    def __init__(self, begun: Json) -> None:
        try:
            self.game = lay_out(begun)
            self.order = {handle: handle_order(handle) for handle in self.game.card}
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise Misunderstood(f"the game to begin is malformed: {error!r}") from error
        self.begun = {key: begun[key] for key in BEGUN if key in begun}
        self.answers: list[Json] = []
        self.game.begin(from_deal="setup" not in begun)

    @classmethod
    def restore(cls, story: object) -> Table:
        """Play a snapshot again, up to where it was taken."""
        match story:
            case {"begun": dict() as begun, "answers": list() as answers}:
                table = cls(begun)
            case _:
                raise Misunderstood("that is no snapshot of this engine")
        for answer in answers:
            if (code := table.apply(table.decision, answer)) is not None:
                raise Misunderstood(f"the snapshot holds an answer that is refused: {code}")
        return table

    def snapshot(self) -> Json:
        return {"begun": self.begun, "answers": list(self.answers)}

    @property
    def decision(self) -> str:
        return f"d{len(self.answers)}"

    def apply(self, decision: object, answer: object) -> str | None:
        """Answer the pending question, or change nothing and say the code of the refusal."""
        pending = self.game.pending
        if not isinstance(decision, str) or not isinstance(answer, dict) or not answer:
            return "malformed"
        if pending is None:
            return "game-over"
        if decision != self.decision:
            return "wrong-decision"
        if not pending.allows(answer):
            return "not-legal"
        self.answers.append(answer)
        self.game.answer(answer)
        return None

    # ---- many answers at once

    def settle(self) -> None:
        """Give every answer that is the only one possible."""
        while (pending := self.game.pending) is not None:
            possible = list(islice(every_answer(pending), 2))
            if len(possible) > 1:
                return
            self.apply(self.decision, possible[0])

    def replay(self, script: list[object]) -> Json:
        """Give the answers of a script, and in between those that are forced."""
        digests: list[str] = []
        refusal: Json = {}
        self.settle()
        for at, answer in enumerate(script):
            if (code := self.apply(self.decision, answer)) is not None:
                refusal = {"rejected": {"at": at, "code": code}}
                break
            self.settle()
            digests.append(self.digest())
        return {"digests": digests, "frame": self.frame(), **refusal}

    def perft(self, depth: int) -> list[Json]:
        """How many positions of each kind lie so many answers ahead."""
        counts = [{"players": 0, "chance": 0, "over": 0} for _ in range(depth + 1)]
        paths: list[tuple[int, Json]] = [(0, self.snapshot())]
        while paths:
            at, story = paths.pop()
            there = Table.restore(story)
            there.settle()
            pending = there.game.pending
            if pending is None:
                counts[at]["over"] += 1
                continue
            counts[at]["chance" if pending.who == NATURE else "players"] += 1
            if at < depth:
                for answer in every_answer(pending):
                    longer = [*there.answers, answer]
                    paths.append((at + 1, {"begun": self.begun, "answers": longer}))
        return counts

    # ---- what is shown

    def digest(self) -> str:
        return hashlib.sha256(canonical(self.state()).encode("ascii")).hexdigest()[:16]

    def frame(self) -> Json:
        return {"n": len(self.answers), "next": self.next(), "digest": self.digest()}

    def next(self) -> Json:
        pending = self.game.pending
        if pending is None:
            return {"over": self.over()}
        if pending.legal is not None:
            return {**self.asked(pending), "legal": pending.legal}
        choose = {"from": pending.among, "min": pending.least, "max": pending.most}
        return {**self.asked(pending), "choose": choose}

    def asked(self, pending: Question) -> Json:
        """The question without its legal answers, which may tell what a seat must not know."""
        what = "chance" if pending.who == NATURE else "decision"
        asked = {what: self.decision, "who": pending.who, "kind": pending.kind}
        return asked if pending.source is None else {**asked, "source": pending.source}

    def over(self) -> Json | None:
        winner, reason = self.game.winner, self.game.reason
        if reason is None:
            return None
        return {"winner": None if winner is None else SEATS[winner], "reason": reason}

    def state(self) -> Json:
        """The whole position; only a deck has an order, all else is sorted by handle."""
        game, traits = self.game, self.game.traits()
        players = {}
        for player, seat in enumerate(SEATS):
            creatures = {creature.handle: creature for creature in game.play[player]}
            players[seat] = {
                "life": game.life[player],
                "mindbugs": game.mindbugs[player],
                "hand": self.in_order(game.hand[player]),
                "deck": game.deck[player],
                "discard": self.in_order(game.discard[player]),
                "play": [
                    {
                        "h": handle,
                        "exhausted": creatures[handle].exhausted,
                        "power": traits[creatures[handle]].power,
                        "keywords": sorted(traits[creatures[handle]].keywords),
                    }
                    for handle in self.in_order(list(creatures))
                ],
            }
        return {
            "turn": SEATS[game.active],
            "players": players,
            "unused": self.in_order(game.unused),
            "aside": self.in_order(game.aside),
            "played": game.played,
            "over": self.over(),
        }

    def in_order(self, handles: list[str]) -> list[str]:
        return sorted(handles, key=self.order.__getitem__)

    def view(self, seat: str) -> Json:
        """What a seat may know: the position without what lies face down for it."""
        game, me, found = self.game, SEATS.index(seat), self.state()
        for held in found["players"].values():
            held["deck"] = {"count": len(held["deck"])}
        theirs = found["players"][SEATS[1 - me]]
        theirs["hand"] = {"count": len(theirs["hand"])}
        found["unused"] = {"count": len(game.unused)}
        known = [*game.hand[me], *game.discard[0], *game.discard[1], *game.aside]
        known += [creature.handle for mine in game.play for creature in mine]
        known += [game.played] if game.played is not None else []
        found["cards"] = {handle: game.card[handle].name for handle in known}
        found["seat"] = seat
        found["decision"] = None
        if game.pending is not None:
            is_mine = game.pending.who == seat
            found["decision"] = self.next() if is_mine else self.asked(game.pending)
        return found


# ------------------------------------------------------------------ the conversation


class Adapter:
    """Answers one request after another; a request that fails leaves the game as it was."""

    def __init__(self) -> None:
        self.table: Table | None = None

    def answer(self, line: bytes) -> Json:
        number = None
        try:
            request = json.loads(line.decode())
            if not isinstance(request, dict):
                raise Misunderstood("a request is a JSON object")
            if type(request.get("id")) is not int:
                raise Misunderstood("a request has a number as its `id`")
            number = request["id"]
            said = self.reply(request)
        except Beyond as reason:
            said = {"skip": {"reason": str(reason)}}
        except (Misunderstood, json.JSONDecodeError, UnicodeDecodeError) as error:
            said = {"error": {"message": str(error)}}
        return {"id": number, **said}

    def reply(self, request: Json) -> Json:
        match request.get("op"):
            case "hello":
                versions = request.get("protocol")
                if not isinstance(versions, list) or 1 not in versions:
                    raise Misunderstood("this engine speaks protocol 1")
                return HELLO
            case "start" | "setup" as op:
                if (op == "setup") != ("setup" in request):
                    raise Misunderstood("`setup` goes with the operation `setup` alone")
                self.table = Table(request)
                return {"frame": self.table.frame()}
            case "replay":
                script = request.get("script")
                if not isinstance(script, list):
                    raise Misunderstood("`script` is a list of answers")
                self.table = Table(request)
                return {"replay": self.table.replay(script)}
            case "restore":
                self.table = Table.restore(request.get("snapshot"))
                return {"frame": self.table.frame()}
            case "apply" | "view" | "state" | "snapshot" | "perft":
                if self.table is None:
                    raise Misunderstood("no game was begun")
                return self.reply_at(self.table, request)
            case "bye":
                return {"bye": True}
            case str():
                return {"unsupported": True}
        raise Misunderstood("a request names its operation as `op`")

    def reply_at(self, table: Table, request: Json) -> Json:
        match request:
            case {"op": "apply"}:
                code = table.apply(request.get("decision"), request.get("do"))
                return {"frame": table.frame()} if code is None else {"rejected": {"code": code}}
            case {"op": "view", "seat": "p1" | "p2" as seat}:
                return {"view": table.view(seat)}
            case {"op": "state"}:
                return {"state": table.state()}
            case {"op": "snapshot"}:
                return {"snapshot": table.snapshot()}
            case {"op": "perft", "depth": int() as depth} if 0 <= depth <= 64:
                return {"perft": {"counts": table.perft(depth)}}
        raise Misunderstood("a view has a `seat`, p1 or p2; a perft a `depth` from 0 to 64")


def main() -> None:
    adapter = Adapter()
    for line in sys.stdin.buffer:
        said = adapter.answer(line)
        sys.stdout.buffer.write(written(said).encode("ascii") + b"\n")
        sys.stdout.buffer.flush()
        if "bye" in said:
            return


if __name__ == "__main__":
    main()
