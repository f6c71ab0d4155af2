"""Plays one turn of a game with an adapter and with the oracle, and compares word by word."""

from __future__ import annotations

from functools import partial

from conformance.engines.in_process import InProcess
from conformance.engines.rulesets import ordered_lists
from conformance.judge.compare import ABSENT, differences
from conformance.judge.reference import same_next
from conformance.protocol.canonical import JsonObject
from conformance.protocol.messages import Decision, Frame, Over, Rejected
from conformance.smoke.conversation import show
from conformance.smoke.desk import Desk
from conformance.smoke.findings import NotTried, Wrong
from conformance.smoke.script import Answers, beginning, script_of
from conformance.smoke.words import known_words, nearest, words_in
from rules_dsl.specification import load_specification

LONGEST = 200
"""Answers after which a turn is given up; a script needs fewer than 60."""
BEFORE_A_TURN = ("be",)
"""What players decide before the first turn."""


def claimed(desk: Desk) -> list[str]:
    """One ruleset of each game that the engine plays: the usual one, or else the first."""
    if desk.hello is None:
        raise NotTried("its hello is not understood")
    found: dict[str, str] = {}
    games = load_specification().games
    for ruleset in desk.games:
        name = load_specification().ruleset(ruleset).game
        if desk.hello.plays(ruleset) is None:
            continue
        if name not in found or ruleset == games[name].usual:
            found[name] = ruleset
    return list(found.values())


def play_turn(desk: Desk, game: str) -> None:
    """Play one turn of a ruleset; what differs from the oracle is wrong."""
    Turn(desk, game).play()


class Turn:
    """One turn that two engines play in step; what is forced is passed over on both sides."""

    def __init__(self, desk: Desk, game: str) -> None:
        assert desk.hello is not None
        info = desk.hello.plays(game)
        assert info is not None
        self._desk = desk
        self._has_state = "state" in desk.hello.ops
        self._script = script_of(game, desk.hello.ops, info.features)
        self._oracle = InProcess()
        name = load_specification().ruleset(game).game
        prefix = load_specification().games[name].prefix
        declared = {**desk.options, **info.options}
        self._options = {key: declared[key] for key in declared if key.startswith(f"{prefix}.")}
        self._known = known_words(name)

    def play(self) -> None:
        answers = Answers(self._script.wishes)
        right, frame = self._begin()
        whose = None
        for _ in range(LONGEST):
            self._compare(frame, right)
            if isinstance(right.next, Over) or isinstance(frame.next, Over):
                return
            turn = self._oracle.state()["turn"]
            if whose is not None and turn != whose:
                return
            if isinstance(right.next, Decision) and right.next.kind not in BEFORE_A_TURN:
                whose = whose or turn
            answer = answers.to(right.next.kind, right.next.legal)
            told = self._oracle.apply(right.next.id, answer)
            assert not isinstance(told, Rejected)
            right = self._settled(told)
            frame = self._settled_foreign(self._desk.apply(frame, answer))

    def _begin(self) -> tuple[Frame, Frame]:
        game, setup = self._script.game, self._script.setup
        op = "start" if setup is None else "setup"
        reply = self._desk.talk.ask(op, beginning(self._script))
        if "skip" in reply:
            raise NotTried(f"it asked to skip: {show(reply['skip'])}")
        frame = self._settled_foreign(self._desk.frame(reply, op))
        if setup is None:
            return self._settled(self._oracle.start(game, self._options)), frame
        return self._settled(self._oracle.setup(game, setup, self._options)), frame

    def _settled(self, frame: Frame) -> Frame:
        while not isinstance(frame.next, Over) and frame.next.legal.is_forced:
            told = self._oracle.apply(frame.next.id, frame.next.legal.only())
            assert not isinstance(told, Rejected)
            frame = told
        return frame

    def _settled_foreign(self, frame: Frame) -> Frame:
        for _ in range(LONGEST):
            if isinstance(frame.next, Over) or not frame.next.legal.is_forced:
                return frame
            frame = self._desk.apply(frame, frame.next.legal.only())
        raise self._wrong("a decision with more than one answer", f"{LONGEST} with one")

    # ---- comparing

    def _compare(self, frame: Frame, right: Frame) -> None:
        if not same_next(right.next, frame.next):
            self._blame_words(_said(frame), _said(right))
            raise self._wrong(show(_said(right)), show(_said(frame)))
        if not self._has_state:
            return
        shown = self._desk.talk.ask("state").get("state")
        wanted = self._oracle.state()
        found = differences(wanted, shown, ordered=partial(ordered_lists, self._script.game))
        if found:
            got = [one.got for one in found if one.got is not ABSENT]
            self._blame_words(got if len(got) == len(found) else shown, wanted)
            first = found[0]
            missing = "nothing" if first.got is ABSENT else show(first.got)
            raise self._wrong(f"{first.place} {show(first.want)}", missing)

    def _blame_words(self, said: object, wanted: object) -> None:
        """Say which word of what differs is none of the game's; the oracle's own are good."""
        good = self._known | set(words_in(wanted))
        for word in words_in(said):
            if word not in good:
                meant = nearest(word, good)
                raise Wrong(
                    "words",
                    f"`{meant}`" if meant else f"a word of {self._script.game}",
                    f"`{word}` in {show(_around(said, word))}",
                    "Use the words of the guide for implementers, in lower case.",
                )

    def _wrong(self, expected: str, got: str) -> Wrong:
        name = self._script.game
        return Wrong(
            "turn",
            f"in a turn of {name}: {expected}",
            got,
            f"`kaiju run -k ruleset:{name}` shows which rule says so.",
        )


def _said(frame: Frame) -> JsonObject:
    """What a frame waits for, without the id of the decision and what is not compared."""
    if isinstance(frame.next, Over):
        return frame.next.to_json()
    waits = frame.next
    return {"who": waits.who, "kind": waits.kind, **waits.legal.to_json()}


def _around(value: object, word: str) -> object:
    """The smallest object or list in a value that has the word."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in parts:
        if isinstance(part, dict | list) and word in set(words_in(part)):
            return _around(part, word)
    return value
