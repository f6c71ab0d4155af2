"""A game of one ruleset, for the tests of what reads a specification."""

RULESETS = """
[game.toy]
prefix = "ty"
topics = ["play"]

[[ruleset]]
name = "toy/small"
game = "toy"
vocabulary = "toy/vocabulary.toml"
cards = ["toy/small.cards"]
"""
