"""What an adapter of Duel is tried with."""
