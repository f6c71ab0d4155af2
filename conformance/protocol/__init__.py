"""The protocol: what an engine and the kit say to each other, as JSON Lines."""
