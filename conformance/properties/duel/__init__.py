"""Claims about Duel."""
