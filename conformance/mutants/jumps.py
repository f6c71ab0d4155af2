"""How misreadings jump within a procedure where the oracle has no place to jump to."""

from __future__ import annotations

from oracle.kernel.state import Frame


def begin_again(frame: Frame) -> None:
    """Let the first step of the procedure come next."""
    frame[1] = 0


def once_more(frame: Frame) -> None:
    """Let the step at work come once more: a frame holds the step behind it."""
    frame[1] -= 1
