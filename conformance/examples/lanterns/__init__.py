"""Lanterns: the example of the guide `Add a game`."""
