"""Plainer rolls: the same dice without rerolls, and fewer different faces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from conformance.judge.vector import Step
from conformance.scenario.answers import NATURE

Script = tuple[Step, ...]

ROLL, REROLL = "roll", "reroll"


def rolls_dice(script: Sequence[Step]) -> bool:
    """Whether dice are rolled one by one, as in King of Tokyo and in Duel."""
    return any(_is_die(step) for step in script)


def without_rerolls(script: Sequence[Step]) -> Iterator[Script]:
    """The dice as they lie in the end rolled at once; all rerolls gone, or the first ones."""
    found: list[Script] = []
    plainer: Script | None = tuple(script)
    while plainer is not None:
        plainer = _without_first_reroll(plainer)
        found += [] if plainer is None else [plainer]
    yield from reversed(found)


def _without_first_reroll(script: Script) -> Script | None:
    for at, step in enumerate(script):
        start, end = _run_before(script, at), _run_after(script, at + 1)
        faces = [one.do["face"] for one in script[start:at]]
        chosen = step.do.get("choose")
        if step.kind != REROLL or not chosen or not _take_away(faces, chosen):
            continue
        faces += [one.do["face"] for one in script[at + 1 : end]]
        rest = script[end:]
        if not rest or rest[0].kind != REROLL:
            rest = (Step(step.who, REROLL, {"choose": []}), *rest)
        return (*script[:start], *map(_die, faces), *rest)
    return None


def with_fewer_faces(script: Sequence[Step]) -> Iterator[Script]:
    """All dice of a roll showing one face, then one face turned into another of the same roll."""
    script = tuple(script)
    for start, end in _runs(script):
        faces = [step.do["face"] for step in script[start:end]]
        shown = list(dict.fromkeys(faces))
        rest = script[end:]
        if len(shown) > 1:
            for face in shown:
                gone = [one for one in shown if one != face]
                rolled = [_die(face)] * len(faces)
                yield (*script[:start], *rolled, *_without_results(rest, gone))
        if len(shown) > 2:
            for gone in shown:
                for face in (one for one in shown if one != gone):
                    rolled = [_die(face if one == gone else one) for one in faces]
                    yield (*script[:start], *rolled, *_without_results(rest, [gone]))


def _die(face: str) -> Step:
    return Step(NATURE, ROLL, {"face": face})


def _is_die(step: Step) -> bool:
    return step.kind == ROLL and "face" in step.do


def _run_before(script: Script, at: int) -> int:
    """Where the dice begin that lie just before a step."""
    while at and _is_die(script[at - 1]):
        at -= 1
    return at


def _run_after(script: Script, at: int) -> int:
    """Where the dice end that begin at a step."""
    while at < len(script) and _is_die(script[at]):
        at += 1
    return at


def _runs(script: Script) -> Iterator[tuple[int, int]]:
    for at, step in enumerate(script):
        if _is_die(step) and _run_before(script, at) == at:
            yield at, _run_after(script, at)


def _take_away(faces: list[str], chosen: Sequence[str]) -> bool:
    """Take dice out of a roll; False when they do not all lie there."""
    for face in chosen:
        if face not in faces:
            return False
        faces.remove(face)
    return True


def _without_results(script: Script, gone: Sequence[str]) -> Iterator[Step]:
    """The steps up to the next roll without resolving faces that nothing shows any more."""
    is_later = False
    for step in script:
        is_later = is_later or _is_die(step)
        if is_later or step.do.get("result") not in gone:
            yield step
