"""Games at random, in step, that go on behind every difference: past it, or from further on."""

from __future__ import annotations

from conformance.fuzz.comparing import PASSABLE, VIEW, Mismatch
from conformance.fuzz.guide import Guide, Numbers
from conformance.fuzz.playing import (
    LONGEST,
    NO_VERDICT,
    Game,
    Parted,
    Parting,
    Played,
    random_probes,
)
from conformance.fuzz.shadow import setup_of
from conformance.fuzz.subject import Beginning, OutOfTime, Subject
from oracle import Ruleset

MOST_PARTINGS = 12
"""Differences in one game; where there are more, another game shows more than this one."""

ANSWERS_TRIED = 6
"""Answers that are tried where the engine offers something else than the oracle."""

ALONE_AT_MOST = 40
"""Answers that the oracle takes alone on the way to where the engine can be stood up again."""


def play(
    subject: Subject,
    where: Beginning,
    guide: Guide,
    numbers: Numbers,
    rules: Ruleset | None = None,
    most: int = MOST_PARTINGS,
) -> Played:
    """Play one game in step, comparing at every decision, and go on behind what differs."""
    game = Game(subject, where, rules)
    guide.note(game.shadow.rules)
    partings: list[Parted] = []
    skipped = ""
    try:
        parting = _until_both_part(game, guide, numbers, begins=True)
        while parting is not None and not skipped:
            if parting.mismatch.kind in NO_VERDICT:
                skipped = "" if partings else parting.mismatch.message
                break
            partings.append(game.parted(parting))
            if len(partings) == most:
                break
            parting = _behind(game, parting.mismatch, guide, numbers)
    except OutOfTime:  # what was played so far counts
        pass
    return Played(game.decisions, tuple(partings), skipped)


def _until_both_part(
    game: Game, guide: Guide, numbers: Numbers, begins: bool = False
) -> Parting | None:
    """Play on to the end of the game, or to where both part."""
    try:
        if begins:
            game.begin()
        while not game.shadow.is_over and len(game.script) < LONGEST:
            for probe in random_probes(game, numbers):
                game.probe(probe)
            game.go_on(*guide.step(game.shadow))
    except Parting as parting:
        return parting
    return None


def _behind(game: Game, mismatch: Mismatch, guide: Guide, numbers: Numbers) -> Parting | None:
    """Play on behind a difference; None where that cannot be, or at the end of the game."""
    if mismatch.is_trouble or game.shadow.is_over:
        return None
    try:
        if mismatch.kind in PASSABLE:
            goes_on = _past(game, guide) or _from_further_on(game, guide)
        else:
            goes_on = mismatch.kind == VIEW or _from_further_on(game, guide)
    except Parting as parting:
        return parting
    return _until_both_part(game, guide, numbers) if goes_on else None


def _past(game: Game, guide: Guide) -> bool:
    """Go on by an answer that both offer."""
    return any(game.go_past(*guide.step(game.shadow.clone())) for _ in range(ANSWERS_TRIED))


def _from_further_on(game: Game, guide: Guide) -> bool:
    """Let the oracle play on alone to where the engine can be stood up, and stand it up there."""
    if not game.subject.can("setup"):
        return False
    for _ in range(ALONE_AT_MOST):
        if game.shadow.is_over:
            break
        game.go_alone(lambda shadow: guide.step(shadow)[1])
        setup = setup_of(game.shadow.position)
        if setup is not None:
            game.begin_again(setup)
            return True
    return False
