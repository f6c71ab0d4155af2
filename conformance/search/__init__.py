"""The search for short games from the start that together execute as many rules as possible."""
