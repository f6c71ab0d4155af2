"""What an adapter of King of Tokyo is tried with."""
