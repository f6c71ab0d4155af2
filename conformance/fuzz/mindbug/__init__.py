"""Random games of Mindbug."""
