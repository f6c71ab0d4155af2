"""What an adapter of Mindbug is tried with."""
