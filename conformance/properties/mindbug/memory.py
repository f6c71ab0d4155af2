"""Claims about positions kept and taken up again."""

from __future__ import annotations

from conformance.properties.choices import Choices
from conformance.properties.mindbug.claims import EVERY_SET, claim
from conformance.properties.table import Table
from conformance.protocol.messages import Frame, Over


@claim(
    needs=("snapshot", "state"), whatever_the_options=True, games=EVERY_SET, compares_digests=True
)
def restore_equals_continue(table: Table, choices: Choices) -> None:
    """A copy saved and restored after every answer stays equal to the game, to the end."""
    first = table.begin(choices)
    beginning = table.engine.snapshot()
    game: list[tuple[Frame, object]] = [(first, table.engine.state())]
    answers = []
    for move in table.moves(first, choices):
        answers.append(move.answer)
        game.append((move.after, table.engine.state()))
    copy = table.engine.restore(beginning)
    for number, answer in enumerate(answers):
        _same(game[number], (copy, table.engine.state()), number)
        copy = table.answer(copy, answer)
        copy = table.engine.restore(table.engine.snapshot())
    _same(game[-1], (copy, table.engine.state()), len(answers))


def _same(game: tuple[Frame, object], copy: tuple[Frame, object], number: int) -> None:
    (original, state), (restored, restored_state) = game, copy
    assert restored_state == state, f"the states differ after {number} answers"
    assert restored.digest == original.digest, f"the digests differ after {number} answers"
    if isinstance(original.next, Over) or isinstance(restored.next, Over):
        assert original.next == restored.next
        return
    assert (original.next.who, original.next.kind) == (restored.next.who, restored.next.kind)
    assert original.next.legal.same_as(restored.next.legal), f"offers differ after {number} answers"
