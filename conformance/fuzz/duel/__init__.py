"""Random games of Duel."""
