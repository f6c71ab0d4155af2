"""What is a game's own in the scenario language: one room a game.

`known` has the descriptions of all of them, ready for the reader, the player and the printer.
"""
