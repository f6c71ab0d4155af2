"""King of Tokyo: its table, its procedures, its words."""
