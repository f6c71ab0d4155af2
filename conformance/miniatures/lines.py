"""Engines that know the rules and cannot speak."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from typing import IO, NoReturn

from conformance.engines.in_process import InProcess
from conformance.protocol.canonical import JsonObject
from conformance.protocol.framing import decode, encode
from conformance.protocol.reading import Malformed
from conformance.protocol.serve import Server, error
from oracle.verbs.arguments import default_ruleset

FATAL = 3
"""The number of the message that goes wrong: hello and setup still work."""

A_LINE = b"x" * 65536


class Speaker:
    """Answers every line as the oracle does; each miniature spoils something."""

    def __init__(self, source: IO[bytes], target: IO[bytes]) -> None:
        self.source = source
        self.target = target

    def run(self) -> None:
        """Speak to the end of the input."""
        engine = InProcess()
        engine.start(default_ruleset())  # loads it: from now on only a sin makes an answer late
        server = Server(engine)
        for number, line in enumerate(self.source, 1):
            try:
                reply = server.answer(decode(line))
            except Malformed as problem:
                reply = {"id": None, **error(f"the line is {problem}")}
            self.say(number, reply)
            self.target.flush()
            if "bye" in reply:
                return

    def say(self, number: int, reply: JsonObject) -> None:
        self.target.write(encode(reply))


def wait_for_ever() -> NoReturn:
    """Do nothing until somebody ends the process."""
    while True:
        time.sleep(3600)


class Dies(Speaker):
    """Ends in the middle of a game, with a last word on stderr."""

    def say(self, number: int, reply: JsonObject) -> None:
        if number == FATAL:
            sys.stderr.write("the third message was too much\n")
            sys.stderr.flush()
            os._exit(7)
        super().say(number, reply)


class NeverStarts(Speaker):
    """Ends before it says hello."""

    def run(self) -> None:
        sys.stderr.write("cannot find my library\n")
        sys.stderr.flush()
        os._exit(1)


class Hangs(Speaker):
    """Stops answering, though it lives."""

    def say(self, number: int, reply: JsonObject) -> None:
        if number == FATAL:
            wait_for_ever()
        super().say(number, reply)


class Haunts(Speaker):
    """Stops answering and has a child of its own, whose process id it tells on stderr."""

    def say(self, number: int, reply: JsonObject) -> None:
        if number == FATAL:
            ghost = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
            sys.stderr.write(f"{ghost.pid}\n")
            sys.stderr.flush()
            wait_for_ever()
        super().say(number, reply)


class AnswersLate(Speaker):
    """Gives the right answer when nobody waits for it any more."""

    def say(self, number: int, reply: JsonObject) -> None:
        if number == FATAL:
            time.sleep(1.5)
        super().say(number, reply)


class Halts(Speaker):
    """Begins a line and does not end it."""

    def say(self, number: int, reply: JsonObject) -> None:
        if number == FATAL:
            self.target.write(encode(reply)[:20])
            self.target.flush()
            wait_for_ever()
        super().say(number, reply)


class TalksRubbish(Speaker):
    """Says something that is no message."""

    def say(self, number: int, reply: JsonObject) -> None:
        if number == FATAL:
            self.target.write(b"\xff\x00 I attack with everything!\n")
        else:
            super().say(number, reply)


class MistakesTheId(Speaker):
    """Answers another question than the one asked."""

    def say(self, number: int, reply: JsonObject) -> None:
        if number == FATAL:
            reply = {**reply, "id": number + 40}
        super().say(number, reply)


class AsksTwoThings(Speaker):
    """Waits for a decision and for chance at once."""

    def say(self, number: int, reply: JsonObject) -> None:
        frame = reply.get("frame")
        if frame is not None and number >= FATAL:
            frame["next"]["chance"] = "d0"
        super().say(number, reply)


class Floods(Speaker):
    """Writes a line that never ends."""

    def say(self, number: int, reply: JsonObject) -> None:
        if number < FATAL:
            super().say(number, reply)
            return
        while True:
            self.target.write(A_LINE)


class Chatters(Speaker):
    """Says more than it was asked."""

    def say(self, number: int, reply: JsonObject) -> None:
        super().say(number, reply)
        if number >= FATAL:
            super().say(number, reply)


class Grumbles(Speaker):
    """Fills stderr, which is allowed."""

    def say(self, number: int, reply: JsonObject) -> None:
        sys.stderr.write("grumble\n" * 40_000)
        sys.stderr.flush()
        super().say(number, reply)
