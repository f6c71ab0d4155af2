"""Serve a miniature: `python -m conformance.miniatures SIN`."""

from __future__ import annotations

import sys

from conformance.engines.in_process import InProcess
from conformance.miniatures import allowed, lines, players
from conformance.protocol.serve import serve

SINS: dict[str, type[lines.Speaker] | type[InProcess]] = {
    "dies": lines.Dies,
    "never-starts": lines.NeverStarts,
    "hangs": lines.Hangs,
    "haunts": lines.Haunts,
    "late": lines.AnswersLate,
    "halts": lines.Halts,
    "rubbish": lines.TalksRubbish,
    "wrong-id": lines.MistakesTheId,
    "two-things": lines.AsksTwoThings,
    "floods": lines.Floods,
    "chatters": lines.Chatters,
    "grumbles": lines.Grumbles,
    "chooses": players.ChoosesForThePlayer,
    "forced": allowed.AnswersForced,
    "accepts": players.AcceptsAnything,
    "leaks": players.LeaksAHand,
    "shuffles": players.ShufflesItself,
    "refills-late": players.ForgetsToRefill,
    "loses-triggers": players.LosesTriggers,
    "forgets": players.Forgets,
    "lies": players.LiesAboutFeatures,
    "modest": players.SaysWhatItCannot,
    "other-game": players.PlaysAnotherGame,
    "other-answer": players.HasAnotherAnswer,
    "skips": players.AsksToSkip,
}


def main(arguments: list[str]) -> int:
    """Serve the miniature of this name."""
    if len(arguments) != 1 or arguments[0] not in SINS:
        sys.stderr.write(f"name one of: {', '.join(SINS)}\n")
        return 2
    sinner = SINS[arguments[0]]
    source, target = sys.stdin.buffer, sys.stdout.buffer
    if issubclass(sinner, lines.Speaker):
        sinner(source, target).run()
    else:
        serve(sinner(), source, target)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
