"""What a game is shown and told by that says nothing of its own about it."""
