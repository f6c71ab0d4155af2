"""How often a random game begins how."""

from __future__ import annotations

BYTES = 64
"""Enough for the choices of one position."""

FROM_START = 12
"""One game in so many is played from the real start."""
