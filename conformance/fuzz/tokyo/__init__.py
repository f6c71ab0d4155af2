"""Random games of King of Tokyo."""
