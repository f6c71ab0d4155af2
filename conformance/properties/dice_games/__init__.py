"""Claims that both dice games make."""
