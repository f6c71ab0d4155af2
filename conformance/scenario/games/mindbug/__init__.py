"""The scenario language for Mindbug."""
