"""Puts every silent card beside every law and takes it away again: nothing may change.

python -m conformance.laws.beside          all laws, all cards that can stand by
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from conformance.laws.drawing import Again, Artist, Beside, Recorder
from conformance.laws.model import Law
from conformance.laws.playing import Outcome, play_instance, unlike
from conformance.laws.shelf import load_laws
from conformance.laws.words import BYSTANDERS, BYSTANDERS_PLAY
from conformance.scenario.face import Load
from conformance.scenario.loading import cached_load
from conformance.scenario.phrases import split_commas, split_outside_quotes
from rules_dsl.definitions import Card
from rules_dsl.errors import KaijuError


def places_of(law: Law) -> list[str]:
    """The zones in which somebody can stand by, in the order of the law."""
    found = []
    for line in law.given:
        for part in split_outside_quotes(line.text, ";") if line.text != BYSTANDERS_PLAY else ():
            head, joint, listed = part.rpartition(": ")
            if joint and BYSTANDERS in split_commas(listed):
                found.append(head.rpartition(": ")[2] or head)
    return found


def silent_cards(artist: Artist) -> Iterator[tuple[int, str, Card]]:
    """Every place for bystanders with every card that can stand there."""
    for at, zone in enumerate(places_of(artist.law)):
        for card in artist.standing_by(zone):
            yield at, zone, card


def difference(artist: Artist, at: int, card: Card, load: Load) -> str | None:
    """What changes when a card stands by; None if nothing does."""
    source = Recorder(Again(()))
    try:
        binding = artist.bind(source)
    except KaijuError:
        return None  # its plainest values do not fit together; the drawn ones are played anyway
    if card in binding.values() or card.id in artist.named:
        return None
    quiet = artist.fill(binding, Again(()), quiet=True)
    crowded = artist.fill(binding, Again(()), beside=Beside(card, at))
    alone, beside = (play_instance(each, load, tells=False) for each in (quiet, crowded))
    if alone.messages or beside.messages:
        return "; ".join([*alone.messages, *beside.messages])
    if _asked(beside) != _asked(alone):
        return None  # a creature more can block: what is asked next is no part of the law
    # in Duel the noise token that a card brings is laid ready with it
    return next(unlike(beside.run, alone.run, but=("noise",), without=card.name), None)


def _asked(outcome: Outcome) -> tuple[str, str]:
    decision = outcome.run.position.decision
    return (decision.seat, decision.kind) if decision else ("", "")


def main() -> int:
    """Try everything; the exit code says whether something changed."""
    wrong = tried = 0
    for law in load_laws():
        if law.compares:
            continue
        artist = Artist(law, cached_load)
        for at, zone, card in silent_cards(artist):
            tried += 1
            told = difference(artist, at, card, cached_load)
            if told is not None:
                wrong += 1
                click.echo(f"{law.id} with {card.name} in {zone}: {told}")
    click.echo(f"{tried} cards beside laws, {wrong} changed something")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
