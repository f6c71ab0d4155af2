"""The linked form of a ruleset of Duel: tables the procedures look into."""

from __future__ import annotations

from oracle.dice_games import machine as dice_games
from oracle.dice_games.machine import Change as Change
from oracle.dice_games.machine import Said as Said

from .tracks import Shape


class Linked(dice_games.Linked):
    """An ability ready to run, with what options and cells of tokens ask of it."""

    __slots__ = (
        "ends_turn",
        "hits_you",
        "looks_at",
        "per_cell",
        "rerolls",
        "skips",
        "stops",
        "throws",
    )

    ends_turn: bool
    """Whether it may end the turn."""
    hits_you: bool
    """Whether it deals hits to its owner."""
    looks_at: frozenset[int]
    """The faces whose symbols in a Roll it counts."""
    per_cell: bool
    """Whether it counts the cells that a marker moved."""
    skips: bool
    """Whether the resolve phase is skipped for it."""
    stops: bool
    """Whether it stops a pull."""
    rerolls: frozenset[int]
    """The faces of dice that it lets its owner roll again during a roll."""
    throws: bool
    """Whether it throws dice."""


class Token:
    """A kind of noise token: its shape, where it may lie, what its cells do."""

    __slots__ = ("bent", "cells", "hits", "monster", "shape", "symmetric", "ways")

    shape: Shape
    cells: tuple[int | None, ...]
    """The ability of each cell, None if the cell is empty."""
    hits: tuple[bool, ...]
    """Whether a cell deals hits."""
    monster: int | None
    """The monster whose power alone places it, by definition."""
    symmetric: bool
    bent: bool
    ways: tuple[int, ...]
    """All places for it on an empty board."""


class Duel(dice_games.DiceGame):
    """A ruleset of Duel, ready to run."""

    abilities: list[Linked]  # type: ignore[assignment]
    hearts_of: dict[int, int]
    """The hearts on the board of each monster, by definition."""
    tokens: dict[int, Token]
    """The noise tokens, by definition."""
    noise_of: dict[int, int]
    """The noise token that a power card brings, by definition of both."""

    added_faces: set[int]
    """The faces of which cards add symbols to a Roll."""

    symbol: int
    """The face that decides who begins."""
    ending_first: bool
    free_after_last: bool
    markers_when_complete: bool
    pulls_apart: bool
    each_time_in_one: bool
    dice_of_a_kind: bool
    backlash: str
    roll_is_resolving: bool
    skips_cards: bool
    left_out_of_roll: bool
    leaves_for_nothing: bool
    dice_defend_first: bool
    first_while_true: bool
    own_turns_only: bool
    hits_add_up: bool
    symbols_only: bool
    hits_each_step: bool
    king_cell_is_empty: bool
    adds_power: bool
    must_multiply: bool
    row_shrinks: bool
    reward_after: bool
    both_fall_draw: bool
    symbol_by_symbol: bool
    late_cards_join: bool
    waits_once: bool
    fewer_of_all: bool
    throws_rerolled: bool
    rival_follows_first: bool
    last_heart_lost: bool
    pulls_later: bool
    power_in_one: bool
    own_purchase_counts: bool
    moved_card_anew: bool
    any_time_in_roll: bool
