"""Random games of both dice games."""
