"""Perft: how many positions can follow a position, by depth, and where two engines differ."""
