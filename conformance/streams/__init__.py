"""Event streams: whether two trees of this project play the same games, event for event."""
