"""Definitions as rows of the tables of printed facts."""

from __future__ import annotations

from typing import Any

from rules_dsl.definitions import Card


def row_of(card: Card, **facts: Any) -> dict[str, Any]:  # Any: a row of JSON
    """A card with some facts about it."""
    return {"id": card.id, "name": card.name, **facts}
