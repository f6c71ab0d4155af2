"""Fuzzing: an engine and the oracle play the same games, and what differs is made small."""
