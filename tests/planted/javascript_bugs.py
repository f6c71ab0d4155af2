"""The JavaScript example engine with one bug planted: a copy of it with one text replaced.

Its procedures are private to their modules, so a bug is a change of the source; each names a
text that must occur exactly once. Several at once, as the figures are measured:
python tests/planted/javascript_bugs.py FOLDER NAME [NAME …] prints the adapter.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

EXAMPLE = Path(__file__).resolve().parents[2] / "conformance" / "examples" / "javascript"

BUGS: dict[str, tuple[str, str, str]] = {
    "ties-do-not-defeat": (
        "engine.mjs",
        "game.power(creature) <= game.power(other)",
        "game.power(creature) < game.power(other)",
    ),
    "poisonous-ignored-by-tough": (
        "engine.mjs",
        "game.has(other, 'poisonous');",
        "(game.has(other, 'poisonous') && !game.has(creature, 'tough'));",
    ),
    "refill-after-the-mindbug": (
        "table.mjs",
        "    this.played = card;\n    this.refill();\n",
        "    this.played = card;\n",
    ),
    "lost-defeated-choice": (
        "engine.mjs",
        "if (blocker) game.defeat(losersOf(game, attacker, blocker));",
        (
            "if (blocker) {\n    game.defeat(losersOf(game, attacker, blocker));\n"
            "    if (game.waiting.length === 2) game.waiting.pop();\n  }"
        ),
    ),
    "hunter-cannot-be-declined": (
        "engine.mjs",
        "[...enemies.map(({ h }) => ({ hunt: h })), { decline: true }]",
        "enemies.map(({ h }) => ({ hunt: h }))",
    ),
    "frenzy-goes-on-after-leaving": (
        "engine.mjs",
        (
            "  yield* attack(game, seat, attacker);\n  if (!isStill(game, seat, attacker) || "
            "!game.has(attacker, 'frenzy')) return;"
        ),
        (
            "  const isFrantic = game.has(attacker, 'frenzy');\n"
            "  yield* attack(game, seat, attacker);\n  if (!isFrantic) return;"
        ),
    ),
    "up-to-two-forced-to-two": ("cards.mjs", "{ min: 0, max: 2 }", "{ min: 2, max: 2 }"),
    "stolen-creature-to-its-first-owner": (
        "table.mjs",
        "    for (const creature of creatures) creature.controller = seat;",
        (
            "    for (const creature of creatures) {\n"
            "      creature.owner ??= creature.controller;\n"
            "      creature.controller = seat;\n    }"
        ),
    ),
    "view-shows-the-opponents-hand": (
        "adapter.mjs",
        "(isOwn(other) ? handles : counted)(game.players[other].hand)",
        "handles(game.players[other].hand)",
    ),
    "equal-twins-not-buffed": (
        "cards.mjs",
        "  creature !== me && creature.controller === me.controller;",
        "  creature.design !== me.design && creature.controller === me.controller;",
    ),
    "no-loss-without-an-action": (
        "engine.mjs",
        "if (legal.length === 0) throw new GameOver(opponentOf(seat), 'no-action');",
        (
            "if (legal.length === 0 && game.players[opponentOf(seat)].hand.length + "
            "game.allies(opponentOf(seat)).length > 0) return false;\n"
            "  if (legal.length === 0) throw new GameOver(opponentOf(seat), 'no-action');"
        ),
    ),
    "follow-up-lost-after-the-second-mindbug": (
        "engine.mjs",
        (
            "    for (let owed = 1; owed > 0; owed--) {\n"
            "      if (yield* takeAction(game, game.turn)) owed++;\n    }"
        ),
        "    if (yield* takeAction(game, game.turn)) yield* takeAction(game, game.turn);",
    ),
}

ALSO: dict[str, tuple[str, str, str]] = {
    "refill-after-the-mindbug": (
        "engine.mjs",
        "  game.played = null;\n",
        "  game.refill();\n  game.played = null;\n",
    ),
    "stolen-creature-to-its-first-owner": (
        "table.mjs",
        (
            "    for (const { h, design, controller } of lost) {\n"
            "      this.players[controller].discard.push({ h, design });"
        ),
        (
            "    for (const { h, design, controller, owner } of lost) {\n"
            "      this.players[owner ?? controller].discard.push({ h, design });"
        ),
    ),
}
"""Bugs that take a second change."""


def plant(name: str, folder: Path) -> Path:
    """A copy of the engine with the bug, in a folder; returns its adapter."""
    return plant_all([name], folder)


def plant_all(names: Iterable[str], folder: Path) -> Path:
    """A copy of the engine with all these bugs, in a folder; returns its adapter."""
    for source in EXAMPLE.glob("*.mjs"):
        shutil.copy(source, folder)
    for name in names:
        for file, old, new in (change for change in (BUGS[name], ALSO.get(name)) if change):
            text = (folder / file).read_text(encoding="utf-8")
            assert text.count(old) == 1, f"{name}: {file} has changed"
            (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    return folder / "adapter.mjs"


if __name__ == "__main__":
    into = Path(sys.argv[1])
    into.mkdir(parents=True, exist_ok=True)
    sys.stdout.write(f"{plant_all(sys.argv[2:], into)}\n")
