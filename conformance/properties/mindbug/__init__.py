"""Claims about Mindbug."""
