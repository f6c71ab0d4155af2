"""Laws of Mindbug that no variable says."""
