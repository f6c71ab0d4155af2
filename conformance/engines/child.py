"""A child process that is spoken to in lines, with a deadline and a size limit on each."""

from __future__ import annotations

import contextlib
import math
import os
import select
import signal
import subprocess
import time
from collections import deque
from collections.abc import Sequence

from conformance.engines.strays import end_strays, new_mark
from conformance.protocol.framing import LONGEST_LINE, excerpt

TAIL_LINES = 20
TAIL_COLUMNS = 500
AT_ONCE = 65536
READS_AT_MOST = 64
"""Reads of what is left on stderr: one that is filled without end is not read to its end."""
A_MOMENT = 0.5
"""Seconds for what was said before the child stopped listening."""


class Ended(Exception):
    """The child closed its output, or its input without having answered."""


class Late(Exception):
    """The child did not finish a line before the deadline."""


class Flood(Exception):
    """The child wrote a line that is too long."""


class Child:
    """One running child, the leader of a process group of its own."""

    def __init__(self, command: Sequence[str], longest_line: int = LONGEST_LINE) -> None:
        self._mark = new_mark()
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,  # so that its own children can be ended with it
            env={**os.environ, self._mark: "1"},  # and those that leave the group
        )
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._pipes = [pipe for pipe in pipes if pipe is not None]
        self._stdin, self._stdout, self._stderr = (pipe.fileno() for pipe in self._pipes)
        for pipe in self._pipes:
            os.set_blocking(pipe.fileno(), False)
        self._readable = select.poll()
        self._readable.register(self._stdout, select.POLLIN)
        self._readable.register(self._stderr, select.POLLIN)
        self._longest = longest_line
        self._received = bytearray()
        self._tail: deque[str] = deque(maxlen=TAIL_LINES)
        self._unfinished = b""
        self._hears_stderr = True

    # ---- speaking

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Send a line and return the first line that was not returned before."""
        deadline = time.monotonic() + seconds
        if self._send(line, deadline):
            return self._receive(deadline)
        try:
            return self._receive(min(deadline, time.monotonic() + A_MOMENT))
        except Late:
            raise Ended from None

    def _send(self, line: bytes, deadline: float) -> bool:
        """Whether the child takes the line; one that speaks before it has heard it all may."""
        left = memoryview(line)
        while left and not self._has_a_line:
            try:
                left = left[os.write(self._stdin, left[:AT_ONCE]) :]
            except BlockingIOError:
                self._readable.register(self._stdin, select.POLLOUT)
                try:
                    self._wait(deadline)
                finally:
                    self._readable.unregister(self._stdin)
            except (BrokenPipeError, OSError):
                return False
        return True

    def _receive(self, deadline: float) -> bytes:
        searched = 0
        while (end := self._received.find(b"\n", searched)) < 0:
            searched = len(self._received)
            if searched >= self._longest:
                raise Flood(excerpt(bytes(self._received[:400])))
            self._wait(deadline)
        line = bytes(self._received[: end + 1])
        del self._received[: end + 1]
        return line

    @property
    def _has_a_line(self) -> bool:
        """Whether there is a line to return, or one that is too long."""
        return b"\n" in self._received or len(self._received) >= self._longest

    def _wait(self, deadline: float) -> None:
        """Wait until the child says something or listens, and hear what it says."""
        left = deadline - time.monotonic()
        ready = self._readable.poll(math.ceil(max(left, 0.0) * 1000))
        for descriptor, _ in ready:
            if descriptor == self._stderr:
                self._hear_stderr()
            elif descriptor == self._stdout:
                self._hear()
        if time.monotonic() > deadline:
            raise Late

    def _hear(self) -> None:
        try:
            more = os.read(self._stdout, AT_ONCE)
        except BlockingIOError:
            return
        if not more:
            raise Ended
        self._received += more

    # ---- stderr

    def _hear_stderr(self) -> bool:
        """Read some of stderr, so that a talkative child never blocks; keep the last lines."""
        if not self._hears_stderr:
            return False
        try:
            data = os.read(self._stderr, AT_ONCE)
        except BlockingIOError:
            return False
        except OSError:
            data = b""
        if not data:
            self._hears_stderr = False
            self._readable.unregister(self._stderr)
            return False
        *lines, unfinished = (self._unfinished + data).split(b"\n")
        self._tail.extend(_printable(line) for line in lines[-TAIL_LINES:])
        self._unfinished = unfinished[-TAIL_COLUMNS:]
        return True

    def stderr(self) -> str:
        """The last lines the child wrote to stderr."""
        for _ in range(READS_AT_MOST):
            if not self._hear_stderr():
                break
        last = [_printable(self._unfinished)] if self._unfinished else []
        return "\n".join([*self._tail, *last][-TAIL_LINES:])

    # ---- ending

    @property
    def has_ended(self) -> bool:
        """Whether the child is gone, though a process of its own may hold its output open."""
        return self._process.poll() is not None

    def _ends_within(self, seconds: float) -> bool:
        """Whether the child ends by itself; meanwhile it may say what it likes on stderr."""
        deadline = time.monotonic() + seconds
        while not self.has_ended and time.monotonic() < deadline:
            if not self._hear_stderr():
                time.sleep(0.002)
        return self.has_ended

    def ending(self) -> str:
        """How the child ended, in words; waits a moment for it to do so."""
        if not self._ends_within(1.0):
            return "closed its output but keeps running"
        code = self._process.returncode
        if code >= 0:
            return f"ended with exit code {code}"
        try:
            return f"was ended by {signal.Signals(-code).name}"
        except ValueError:
            return f"was ended by signal {-code}"

    def close(self, grace: float = 0.0) -> None:
        """End the child and every process it began; with grace it may end by itself."""
        with contextlib.suppress(OSError):
            self._pipes[0].close()
        try:
            if grace:
                self._ends_within(grace)
        finally:  # even when somebody presses Ctrl-C a second time
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            end_strays(self._mark)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=5.0)
        self.stderr()  # the last words are in the pipe, whoever else holds it
        self._hears_stderr = False
        for pipe in self._pipes:
            pipe.close()


def _printable(line: bytes) -> str:
    text = line[-TAIL_COLUMNS:].decode("utf-8", "backslashreplace").rstrip("\r")
    return "".join(c if c.isprintable() or c == "\t" else ascii(c)[1:-1] for c in text)
