"""The scenario language: a situation, what the players do, and what must then be true.

`reader` turns text into the `model`, `printer` turns it back, `player` runs it on an engine,
`explore` follows what a script leaves open, `story` tells what happened. What is a game's own,
its words, sentences, answers and facts, is described in `games` and handed to all of them.
"""
