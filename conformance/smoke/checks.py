"""The checks, each a function that raises Wrong or NotTried; their order is that of a talk."""

from __future__ import annotations

import difflib
import re
import time
from collections.abc import Callable, Iterator

from conformance.protocol.canonical import HANDLE, JsonObject
from conformance.protocol.legal import Answer
from conformance.protocol.messages import (
    CODES,
    NEGOTIATED,
    SEATS,
    VERSION,
    Decision,
    Frame,
    Hello,
    Over,
)
from conformance.protocol.reading import Malformed, read
from conformance.smoke.conversation import A_MOMENT, show, survive
from conformance.smoke.desk import Desk, pick, portrait
from conformance.smoke.findings import NotTried, Wrong
from conformance.smoke.game import smoked
from conformance.smoke.script import position
from conformance.smoke.turn import claimed, play_turn
from rules_dsl.errors import KaijuError
from rules_dsl.specification import load_specification

LONG = 1024 * 1024
ANSWERS = 40
ANSWERS_TO_THE_END = 600
PATIENCE = 0.5
"""Seconds to look for the end of a game: a slow engine is not refused for it."""
HELLO: JsonObject = {"protocol": [VERSION]}
BEFORE_A_TURN = ("next", "determinism", "refusals", "unchanged", "promises")
"""The checks that explain better than a turn what an adapter does wrong."""
NO_REQUESTS = [b"this is no JSON\n", b'["hello"]\n', b'{"id": 1, "op": "hel\n']


def starts(desk: Desk) -> None:
    desk.close()
    _ = desk.talk


def hello(desk: Desk) -> None:
    _ = desk.talk
    remedy = f'Answer hello with "protocol": {VERSION}, "engine": {{"name": ...}}, "games", "ops".'
    if desk.said.get("unsupported") or "error" in desk.said:
        raise Wrong("hello", "an introduction", show(desk.said), remedy)
    try:
        found: Hello = read(desk.said, Hello)
    except Malformed as error:
        raise Wrong("hello", "an introduction", f"{error}: {show(desk.said)}", remedy) from None
    if found.protocol != VERSION:
        raise Wrong("hello", f'"protocol": {VERSION}', f'"protocol": {found.protocol}', remedy)
    if found.chance != "suspend":
        raise Wrong(
            "hello",
            '"chance": "suspend", or no `chance`',
            f'"chance": {show(found.chance)}',
            "Stop at each random outcome with `next.chance` and let the kit answer.",
        )
    for op in found.ops:
        if op not in NEGOTIATED:
            near = difflib.get_close_matches(op, NEGOTIATED, n=1)
            raise Wrong(
                "hello",
                f"`ops` out of {', '.join(NEGOTIATED)}",
                f'"{op}"',
                f"Did you mean {near[0]}?"
                if near
                else "Leave out what the protocol does not know.",
            )
    for game, info in found.games.items():
        if info.players and (len(info.players) != 2 or not 1 <= info.players[0] <= info.players[1]):
            raise Wrong(
                "hello",
                f"the fewest and the most players of {game}, such as [2, 6]",
                f'"players": {show(info.players)}',
                "Leave `players` out if you play with every number that the ruleset allows.",
            )
    desk.hello = found
    try:
        _ = desk.game
    except NotTried:
        others = [name for name in found.games if name in load_specification().all_rulesets]
        if others:  # an adapter need not play all: somebody has named one that it does not
            raise KaijuError(
                f"the engine does not play {', '.join(desk.games)}",
                remedy=f"It plays {', '.join(sorted(others))}: choose one with --ruleset.",
            ) from None
        raise Wrong(
            "hello",
            f"a game the kit knows: {', '.join(desk.games)}",
            f'"games": {show(sorted(found.games))}',
            "Name the ruleset as the kit does.",
        ) from None


def framing(desk: Desk) -> None:
    desk.talk.must_be_silent(A_MOMENT)
    desk.talk.ask("hello", HELLO)
    desk.talk.must_be_silent(A_MOMENT)


def ids(desk: Desk) -> None:
    for number in (4711, 12, 123_456_789, 100_000):
        desk.talk.ask("hello", HELLO, number=number)


def utf_8(desk: Desk) -> None:
    line = '{"id": 8, "op": "hello", "protocol": [1], "kit": "größer, Мотылёк, 🐛"}\n'
    reply = desk.talk.say(line.encode(), "hello", blame="utf-8")
    if "protocol" not in reply:
        raise Wrong(
            "utf-8",
            "an answer to a `hello` that is not all ASCII",
            show(reply),
            "Read stdin as UTF-8, whatever the locale says.",
        )


def unknown_op(desk: Desk) -> None:
    reply = desk.talk.ask("kaiju-smoke", blame="unknown-op")
    if reply.get("unsupported") is not True:
        raise Wrong(
            "unknown-op",
            '{"id": ..., "unsupported": true}',
            show(reply),
            "Answer every `op` you do not know so: later kits ask more.",
        )


def unknown_fields(desk: Desk) -> None:
    extra = {"x-kaiju-smoke": {"of": [1, "two", None]}}
    remedy = "Read the fields you know and ignore the others: later kits say more."
    asked: dict[str, JsonObject] = {
        "hello": HELLO,
        "start": {"game": desk.game, "pool": desk.names()},
    }
    for op, ask in asked.items():
        reply = desk.talk.ask(op, {**ask, **extra}, blame="unknown-fields")
        if "error" in reply or reply.get("unsupported"):
            raise Wrong("unknown-fields", f"`{op}` answered as without them", show(reply), remedy)


def malformed(desk: Desk) -> None:
    remedy = 'Answer it {"id": null, "error": {"message": ...}} and read the next line.'
    for line in NO_REQUESTS:
        reply = desk.talk.say(line, blame="malformed")
        if reply.get("id") is not None or not isinstance(reply.get("error"), dict):
            what = f'{{"id": null, "error": {{...}}}} for the line {line.decode().strip()}'
            raise Wrong("malformed", what, show(reply), remedy, unless=["ids", "framing"])
    reply = desk.talk.say(b'{"id": 31}\n', blame="malformed")
    if not isinstance(reply.get("error"), dict):
        raise Wrong("malformed", "an error for a request without `op`", show(reply), remedy)
    desk.talk.ask("hello", HELLO, blame="malformed")


def size(desk: Desk) -> None:
    reply = desk.talk.ask("hello", {**HELLO, "kit": "x" * LONG}, blame="size")
    if "protocol" not in reply:
        raise Wrong("size", f"a line of {LONG} bytes read to its end", show(reply), survive("size"))


def one_next(desk: Desk) -> None:
    desk.played.clear()
    for frame in play(desk, desk.start(), ANSWERS):
        desk.played.append(frame)


def handles(desk: Desk) -> None:
    remedy = "Use the names in `pool` and `setup` in every answer, offer and state."
    known = {card["h"] for card in desk.names()}
    for frame in desk.played:
        _named(frame.to_json(), known, "start", remedy)
    if desk.hello is not None and "setup" in desk.hello.ops:
        setup = position(desk.game)
        reply = desk.talk.ask("setup", {"game": desk.game, "setup": setup})
        if "frame" in reply:
            _named(desk.frame(reply, "setup").to_json(), set(_handles(setup)), "setup", remedy)


def _named(said: object, known: set[str], op: str, remedy: str) -> None:
    for handle in _handles(said):
        if handle not in known:
            some = ", ".join(sorted(known, key=lambda name: int(name[1:]))[:3])
            raise Wrong(
                "handles", f"only names that came with `{op}`, such as {some}", handle, remedy
            )


def _handles(value: object) -> Iterator[str]:
    if isinstance(value, str) and HANDLE.match(value):
        yield re.sub(r"/.*", "", value)  # a copy bears the name of its original
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from _handles(key)
            yield from _handles(part)
    elif isinstance(value, list):
        for part in value:
            yield from _handles(part)


def refusals(desk: Desk) -> None:
    frame = desk.start()
    if isinstance(frame.next, Over):
        raise NotTried("the game is over when it starts")
    good = pick(frame.next.legal, 0)
    _expect_code(desk.try_answer(frame, not_legal(good)), "not-legal", "an answer not offered")
    _expect_code(
        desk.try_answer(frame, good, "no-such-decision"),
        "wrong-decision",
        "the id of another decision",
    )
    reply = desk.talk.ask("apply", {"decision": frame.next.id})
    if "error" not in reply:
        _expect_code(reply, "malformed", "an `apply` without `do`")
    patience = time.monotonic() + PATIENCE
    for later in play(desk, desk.start(), ANSWERS_TO_THE_END):
        if isinstance(later.next, Over):
            _expect_code(desk.try_answer(later, good), "game-over", "an answer after the end")
        elif time.monotonic() > patience:
            return


def _expect_code(reply: JsonObject, code: str, what: str) -> None:
    rejected = reply.get("rejected")
    if isinstance(rejected, dict) and rejected.get("code") == code:
        return
    raise Wrong(
        "refusals",
        f'{{"rejected": {{"code": "{code}"}}}} for {what}',
        show(reply),
        f"Check an answer before you act on it; the codes are {', '.join(CODES)}.",
    )


def not_legal(good: Answer) -> Answer:
    """An answer like a legal one that nobody can have offered."""
    verb = next(iter(good))
    return {verb: ["#99999"] if isinstance(good[verb], list) else "#99999"}


def unchanged(desk: Desk) -> None:
    frame = desk.start()
    if isinstance(frame.next, Over):
        raise NotTried("the game is over when it starts")
    good = pick(frame.next.legal, 0)
    undisturbed = portrait(desk.apply(frame, good))
    frame = desk.start()
    assert not isinstance(frame.next, Over)
    if "rejected" not in desk.try_answer(frame, not_legal(good)):
        raise NotTried("it does not refuse")
    reply = desk.try_answer(frame, good)
    if "frame" not in reply:
        raise Wrong(
            "unchanged",
            f"{show(good)} to be still legal after a refusal, under the same id",
            show(reply),
            "Refuse before anything is changed, the id of the decision included.",
        )
    disturbed = portrait(desk.frame(reply, "apply"))
    if disturbed != undisturbed:
        raise Wrong(
            "unchanged",
            f"the same game as without the refused answer: {show(undisturbed)}",
            show(disturbed),
            "Check an answer before you act on it, or act on a copy.",
            unless=["determinism"],
        )


def determinism(desk: Desk) -> None:
    if not desk.played:
        raise NotTried("no game could be played")
    first = [portrait(frame) for frame in desk.played]
    _same(first, desk, "in a new process")
    _same(first, desk, "after another game")


def _same(first: list[JsonObject], desk: Desk, where: str) -> None:
    again = [portrait(frame) for frame in play(desk, desk.start(), ANSWERS)]
    for number, (before, now) in enumerate(zip(first, again, strict=False)):
        if before != now:
            told = {key: before[key] for key in before if before.get(key) != now.get(key)}
            heard = {key: now[key] for key in now if before.get(key) != now.get(key)}
            raise Wrong(
                "determinism",
                f"after {number} answers, played again {where}: {show(told)}",
                show(heard),
                "Draw no random numbers and keep nothing from earlier games: chance is the kit's.",
            )
    if len(first) != len(again):
        raise Wrong(
            "determinism",
            f"{len(first)} frames, played again {where}",
            f"{len(again)}",
            "Keep nothing from earlier games: each start is a new one.",
        )


def promises(desk: Desk) -> None:
    if desk.hello is None:
        raise NotTried("its hello is not understood")
    asked: dict[str, tuple[JsonObject, str]] = {
        "state": ({}, "state"),
        "view": ({"seat": "p1"}, "view"),
        "snapshot": ({}, "snapshot"),
        "perft": ({"depth": 1}, ""),
        "replay": ({"game": desk.game, "pool": desk.names(), "script": []}, ""),
        "card": ({"text": smoked(desk.game).card, "game": desk.game}, "card"),
        "setup": ({"game": desk.game, "setup": position(desk.game)}, "frame"),
    }
    start = portrait(desk.start())
    for op, (ask, wanted) in asked.items():
        if op not in desk.hello.ops:
            continue
        reply = desk.talk.ask(op, ask)
        if reply.get("unsupported") or "error" in reply:
            raise _broken_promise(op, f"an answer to `{op}`", reply)
        if "skip" in reply:
            continue
        if wanted and wanted not in reply:
            raise _broken_promise(op, f"`{wanted}` in the reply to `{op}`", reply)
        if op == "snapshot":
            back = desk.talk.ask("restore", {"snapshot": reply["snapshot"]})
            if portrait(desk.read(back, "restore", "frame", Frame, "promises", RESTORE)) != start:
                raise _broken_promise(op, "the frame of the snapshot after `restore`", back)

    _seats(desk)


def _seats(desk: Desk) -> None:
    """Where a ruleset leaves the number of players open: as many play as it is told."""
    for number in desk.numbers():
        seats = set(SEATS[:number])
        first = desk.start(players=number)
        frames = [first, *play(desk, first, ANSWERS)]
        asked = {frame.next.who for frame in frames if isinstance(frame.next, Decision)}
        shown = next((frame.state for frame in frames if frame.state is not None), None)
        if shown is None and desk.hello is not None and "state" in desk.hello.ops:
            shown = desk.talk.ask("state").get("state")
        there = set(shown.get("players", {})) if isinstance(shown, dict) else seats
        if there != seats or not asked <= seats:
            raise Wrong(
                "promises",
                f"the seats p1 to p{number} in a game of {number}",
                ", ".join(sorted(there | asked)),
                "Read `players` of `start`, or say in hello with how many you play.",
            )


RESTORE = "Answer `restore` with the frame at which the snapshot was taken."


def _broken_promise(op: str, expected: str, reply: JsonObject) -> Wrong:
    return Wrong(
        "promises", expected, show(reply), f"Make `{op}` work, or leave it out of `ops` in hello."
    )


def turn(desk: Desk) -> None:
    untried: list[str] = []
    for game in claimed(desk):
        try:
            play_turn(desk, game)
        except NotTried as why:
            untried.append(f"{game}: {why}")
        except Wrong as wrong:  # a turn goes wrong, too, if what comes before it does
            blame = "turn" if wrong.blame == "next" else wrong.blame
            told = wrong.expected, wrong.got, wrong.remedy
            raise Wrong(blame, *told, unless=[*wrong.unless, *BEFORE_A_TURN]) from None
    if untried:
        raise NotTried("; ".join(untried))


def bye(desk: Desk) -> None:
    remedy = 'Answer {"id": ..., "bye": true}, then end with exit code 0.'
    talk = desk.talk
    reply = talk.ask("bye", blame="bye")
    if reply.get("bye") is not True:
        raise Wrong("bye", '"bye": true', show(reply), remedy)
    ending = talk.child.ending()
    desk.close()
    if ending != "ended with exit code 0":
        raise Wrong("bye", "an end with exit code 0 within a second", f"it {ending}", remedy)


def end_of_input(desk: Desk) -> None:
    talk = desk.talk
    talk.child.hang_up()
    ending = talk.child.ending()
    desk.close()
    if "keeps running" in ending:
        raise Wrong(
            "end-of-input",
            "an end within a second when stdin is closed",
            "it keeps running",
            "End when stdin has no more lines, so that no process is left behind.",
        )


def play(desk: Desk, frame: Frame, answers: int) -> Iterator[Frame]:
    """Play on with answers that depend on nothing but the offers, to the end or to a skip."""
    yield frame
    for number in range(answers):
        if isinstance(frame.next, Over):
            return
        try:
            frame = desk.apply(frame, pick(frame.next.legal, number))
        except NotTried:
            return
        yield frame


CHECKS: dict[str, Callable[[Desk], None]] = {
    "starts": starts,
    "hello": hello,
    "framing": framing,
    "ids": ids,
    "utf-8": utf_8,
    "unknown-op": unknown_op,
    "unknown-fields": unknown_fields,
    "malformed": malformed,
    "size": size,
    "next": one_next,
    "handles": handles,
    "end-of-input": end_of_input,
    "determinism": determinism,
    "refusals": refusals,
    "unchanged": unchanged,
    "promises": promises,
    "turn": turn,
    "bye": bye,
}
