"""What the language accepts can be linked and played, however lines of cards are put together."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import suppress

import pytest

from oracle.kernel.driver import LivelockError, play_out
from oracle.ruleset import Ruleset, assembled
from rules_dsl.diagnostics import Diagnostics
from rules_dsl.module import Module
from rules_dsl.reader import read_files, read_text
from rules_dsl.specification import load_specification, spec_root
from rules_dsl.vocabulary import Vocabulary

TYPES = {
    "tokyo/mindbug-trial": ("keep", "keep", "discard", "consumable"),
    "duel/standard": ("keep", "keep", "discard"),
}
TRIGGER = re.compile(r"when|at |bought|during|before|after|used")
ENOUGH = 1500
"""Decisions after which a game has shown that it goes on."""


class Box:
    """The cards of a ruleset, taken apart into what stands between colons."""

    def __init__(self, name: str, seed: int) -> None:
        self.specification = load_specification()
        self.described = self.specification.ruleset(name)
        self.vocabulary = Vocabulary.load(spec_root() / self.described.vocabulary)
        self.files = [spec_root() / file for file in self.described.cards]
        self.known = read_files(self.files, self.vocabulary)
        self.chance = random.Random(seed)
        lines = [line.strip().split(": ") for line in self._lines()]
        self.before = sorted({part for parts in lines for part in parts[:-1]})
        self.heads = [part for part in self.before if TRIGGER.match(part)]
        self.effects = sorted({parts[-1] for parts in lines if len(parts) > 1})

    def _lines(self) -> Iterator[str]:
        for file in self.files:
            for line in file.read_text(encoding="utf-8").splitlines():
                if line.startswith("  ") and not line.endswith(":") and "#" not in line:
                    yield line

    def cards(self, count: int) -> Iterator[Module]:
        """Cards made of such parts, as many of so many as the language accepts."""
        draw = self.chance.choice
        for _ in range(count):
            between = [draw(self.before) for _ in range(draw([0, 0, 1, 1, 2]))]
            line = ": ".join([draw(self.heads), *between, draw(self.effects)])
            text = f'power card probe "Probe" x9\n  cost 1\n  {draw(TYPES[self.described.name])}\n'
            try:
                yield read_text(f"{text}  {line}\n", line, self.vocabulary, self.known)
            except Diagnostics:
                continue

    def play(self, module: Module) -> None:
        """Play the card among some others of the box."""
        others = [c for c in self.known.cards if c.kind != "power-card" or self._is_drawn()]
        whole = Module(module.cards + tuple(others), self.known.keywords)
        answers = self.specification.answers(self.described, {})
        game, words = self.described.game, self.vocabulary.citations()
        machine, kinds = assembled(game, whole, answers, words, None)
        rules = Ruleset(self.described.name, answers, whole, machine, kinds)
        with suppress(LivelockError):  # two monsters that heal for ever are no mistake
            play_out(machine, rules.begin(), self.chance.getrandbits(32), ENOUGH)

    def _is_drawn(self) -> bool:
        return self.chance.random() < 0.15


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("ruleset", list(TYPES))
def test_what_the_language_accepts_can_be_played(ruleset, seed):
    box = Box(ruleset, seed)
    played = 0
    for module in box.cards(120):
        box.play(module)
        played += 1
    assert played > 20
