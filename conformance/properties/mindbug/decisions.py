"""Claims about decisions: one at a time, honest offers, firm refusals, an end."""

from __future__ import annotations

from conformance.properties.choices import Choices
from conformance.properties.mindbug.claims import EVERY_SET, claim
from conformance.properties.table import Table
from conformance.protocol.legal import Answer
from conformance.protocol.messages import Chance, Decision, Frame, Over, Rejected

TRY_AT_MOST = 12


@claim("mb.turn.alternate", "mb.effect.one-at-a-time", whatever_the_options=True, games=EVERY_SET)
def one_decision_at_a_time(table: Table, choices: Choices) -> None:
    """The game waits for exactly one answer of one player or of chance, and offers some."""
    seen: set[str] = set()
    for frame in table.frames(choices):
        pending = frame.next
        assert isinstance(pending, Decision | Chance | Over)
        if isinstance(pending, Over):
            assert pending.winner in (*table.seats, None)
            continue
        assert pending.id not in seen, f"the id {pending.id} is used for two decisions"
        seen.add(pending.id)
        assert len(pending.legal) >= 1, "nothing can be answered"
        if isinstance(pending, Decision):
            assert pending.who in table.seats
        factored = pending.legal.factored
        if factored is not None:
            assert factored.max <= len(factored.of), "more may be chosen than there are"


@claim("mb.effect.full", "mb.effect.impossible", needs=("snapshot",), games=EVERY_SET)
def every_legal_answer_is_accepted(table: Table, choices: Choices) -> None:
    """Whatever is offered can be answered: no option is a trap."""
    frame = table.begin(choices)
    for _ in range(choices.below(24)):
        if isinstance(frame.next, Over):
            return
        frame = table.answer(frame, frame.next.legal.nth(choices.below(len(frame.next.legal))))
    if isinstance(frame.next, Over):
        return
    here = table.engine.snapshot()
    legal = frame.next.legal
    for number in range(min(len(legal), TRY_AT_MOST)):
        back = table.engine.restore(here)
        assert not isinstance(back.next, Over)
        told = table.engine.apply(back.next.id, legal.nth(number))
        assert isinstance(told, Frame), f"{legal.nth(number)} was offered, then refused: {told}"


@claim("mb.turn.must-act", needs=("state",), whatever_the_options=True, games=EVERY_SET)
def refused_answers_change_nothing(table: Table, choices: Choices) -> None:
    """An answer that is not offered is refused, and the game is what it was."""
    frame = table.begin(choices)
    for move in table.moves(frame, choices):
        pending = move.after.next
        if isinstance(pending, Over):
            return
        if choices.below(3):  # not at every decision: a game has many
            continue
        before = table.engine.state()
        for answer in wrong_answers(pending, choices):
            told = table.engine.apply(pending.id, answer)
            assert isinstance(told, Rejected), f"{answer} is not offered, but was accepted"
        told = table.engine.apply(f"{pending.id}-old", pending.legal.nth(0))
        assert isinstance(told, Rejected), "an answer to another decision was accepted"
        assert table.engine.state() == before, "a refused answer changed the game"


def wrong_answers(pending: Decision | Chance, choices: Choices) -> list[Answer]:
    """Answers that are not legal, some of them nearly so."""
    right = pending.legal.nth(choices.below(len(pending.legal)))
    tries: list[Answer] = [
        {},
        {"shrug": True},
        {"play": "#9999"},
        {"choose": ["#9999"]},
        {"choose": "#1"},
        {"decline": True},
        {"decline": False},
        {"attack": f"#{choices.between(1, 48)}"},
        {"block": f"#{choices.between(1, 48)}"},
        {"act": f"#{choices.between(1, 48)}"},
        {"buy": f"#{choices.between(1, 48)}"},
        {"reroll": "third"},
        {"roll": "heart"},
        {"apply": "heart"},
        {"mode": 0},
        {"mode": "1"},
        {"keyword": "swift"},
        {"pile": "nature"},
        dict.fromkeys(right),
        {**right, "and": "more"},
    ]
    if pending.legal.factored is not None:
        of = list(pending.legal.factored.of)
        tries += [{"choose": of[:1] * 2}, {"choose": [*of, "#9999"]}]
    return [answer for answer in tries if answer not in pending.legal]


@claim("mb.life.zero", needs=("state",), games=EVERY_SET)
def nothing_happens_after_the_end(table: Table, choices: Choices) -> None:
    """When the game is over every answer is refused and the end stays as it is."""
    last = None
    for frame in table.frames(choices):
        last = frame
    assert last is not None
    assert isinstance(last.next, Over)
    before = table.engine.state()
    for answer in ({"play": "#1"}, {"attack": "#1"}, {"decline": True}, {}):
        assert isinstance(table.engine.apply("d1", answer), Rejected)
    assert table.engine.state() == before


@claim("mb.turn.no-action", "mb.life.zero")
def random_games_end(table: Table, choices: Choices) -> None:
    """A game played at random ends, with a winner, within a bounded number of answers."""
    frame = table.start()
    for move in table.moves(frame, choices):
        frame = move.after
    assert isinstance(frame.next, Over)
    assert frame.next.winner in table.seats, "nobody won a game of First Contact"


@claim(games=EVERY_SET, compares_digests=True)
def equal_answers_make_equal_games(table: Table, choices: Choices) -> None:
    """The same answers lead to the same game: the engine keeps no dice of its own."""
    frame = table.start()
    told: list[Answer] = []
    seen = [_mark(frame)]
    for move in table.moves(frame, choices):
        told.append(move.answer)
        seen.append(_mark(move.after))
    frame = table.start()
    again = [_mark(frame)]
    for answer in told:
        pending = frame.next
        assert not isinstance(pending, Over), "the second game ended sooner"
        assert answer in pending.legal, f"{answer} was legal in the first game, not in the second"
        frame = table.answer(frame, answer)
        again.append(_mark(frame))
    assert seen == again


def _mark(frame: Frame) -> object:
    pending = frame.next
    legal = () if isinstance(pending, Over) else sorted(pending.legal.keys())
    return (frame.digest, pending.to_json().get("kind"), tuple(legal))
