"""Mindbug: the procedures of its rulebook and the meaning of its words."""
