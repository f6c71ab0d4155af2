"""A child process that is spoken to in lines, with a deadline and a size limit on each."""

from __future__ import annotations

import contextlib
import math
import os
import select
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Sequence

from conformance.protocol.framing import LONGEST_LINE, excerpt

TAIL_LINES = 20
TAIL_COLUMNS = 500
AT_ONCE = 65536


class Ended(Exception):
    """The child closed its output or its input."""


class Late(Exception):
    """The child did not finish a line before the deadline."""


class Flood(Exception):
    """The child wrote a line that is too long."""


class Child:
    """One running child, the leader of a process group of its own."""

    def __init__(self, command: Sequence[str], longest_line: int = LONGEST_LINE) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,  # so that its own children can be ended with it
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._stdin = self._process.stdin.fileno()
        self._stdout = self._process.stdout.fileno()
        os.set_blocking(self._stdin, False)
        os.set_blocking(self._stdout, False)
        self._writable = select.poll()
        self._writable.register(self._stdin, select.POLLOUT)
        self._readable = select.poll()
        self._readable.register(self._stdout, select.POLLIN)
        self._longest = longest_line
        self._received = bytearray()
        self._tail: deque[str] = deque(maxlen=TAIL_LINES)
        self._drain = threading.Thread(target=self._drain_stderr, daemon=True)
        self._drain.start()

    # ---- speaking

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Send a line and return the line that comes back."""
        deadline = time.monotonic() + seconds
        self._send(line, deadline)
        return self._receive(deadline)

    def _send(self, line: bytes, deadline: float) -> None:
        left = memoryview(line)
        while left:
            try:
                left = left[os.write(self._stdin, left[:AT_ONCE]) :]
            except BlockingIOError:
                self._wait(self._writable, deadline)
            except (BrokenPipeError, OSError):
                raise Ended from None

    def _receive(self, deadline: float) -> bytes:
        searched = 0
        while (end := self._received.find(b"\n", searched)) < 0:
            searched = len(self._received)
            if searched >= self._longest:
                raise Flood(excerpt(bytes(self._received[:400])))
            self._wait(self._readable, deadline)
            try:
                more = os.read(self._stdout, AT_ONCE)
            except BlockingIOError:
                continue
            if not more:
                raise Ended
            self._received += more
            if time.monotonic() > deadline:
                raise Late
        line = bytes(self._received[: end + 1])
        del self._received[: end + 1]
        return line

    @staticmethod
    def _wait(ready: select.poll, deadline: float) -> None:
        milliseconds = max(0.0, deadline - time.monotonic()) * 1000
        if not ready.poll(math.ceil(milliseconds)):
            raise Late

    @property
    def has_said_more(self) -> bool:
        """Whether output was read that nobody asked for."""
        return bool(self._received)

    # ---- stderr

    def _drain_stderr(self) -> None:
        """Read stderr for ever, so that a talkative child never blocks; keep the last lines."""
        stream = self._process.stderr
        assert stream is not None
        with contextlib.suppress(OSError, ValueError):
            unfinished = b""
            while data := os.read(stream.fileno(), AT_ONCE):
                *lines, unfinished = (unfinished + data).split(b"\n")
                self._tail.extend(_printable(line) for line in lines)
                unfinished = unfinished[-TAIL_COLUMNS:]
            if unfinished:
                self._tail.append(_printable(unfinished))

    def stderr(self) -> str:
        """The last lines the child wrote to stderr."""
        return "\n".join(list(self._tail))

    # ---- ending

    @property
    def has_ended(self) -> bool:
        """Whether the child is gone, though a process of its own may hold its output open."""
        return self._process.poll() is not None

    def ending(self) -> str:
        """How the child ended, in words; waits a moment for it to do so."""
        try:
            code = self._process.wait(timeout=1.0)
        except subprocess.TimeoutExpired:
            return "closed its output but keeps running"
        self._drain.join(timeout=1.0)
        if code >= 0:
            return f"ended with exit code {code}"
        try:
            return f"was ended by {signal.Signals(-code).name}"
        except ValueError:
            return f"was ended by signal {-code}"

    def close(self, grace: float = 0.0) -> None:
        """End the child and every process of its group; with grace it may end by itself."""
        process = self._process
        if process.stdin is not None:
            with contextlib.suppress(OSError):
                process.stdin.close()
        try:
            if grace:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(timeout=grace)
        finally:  # even when somebody presses Ctrl-C a second time
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=5.0)
        self._drain.join(timeout=1.0)
        if process.stdout is not None:
            process.stdout.close()
        if process.stderr is not None and not self._drain.is_alive():
            process.stderr.close()


def _printable(line: bytes) -> str:
    text = line[-TAIL_COLUMNS:].decode("utf-8", "backslashreplace").rstrip("\r")
    return "".join(c if c.isprintable() or c == "\t" else ascii(c)[1:-1] for c in text)
