"""Claims about King of Tokyo."""
