"""Starters: what `kaiju init` writes, a small adapter that runs at once in each language."""
