"""What the games of monsters and dice have in common: dice, moments, the words of control."""
