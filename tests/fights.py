"""Scenarios of one fight, which the tests of the tools play."""

TIE = """scenario MB-000001 "Equal powers defeat each other"
  rules mb.attack.tie
  ruleset mindbug/first-contact
  given
    alice plays first; hand: 1 other; in play: Luchataur [a]
    bob: hand: 1 other; in play: Luchataur [b]
  when
    alice attacks with Luchataur [a]
    bob blocks with Luchataur [b]
  then
    Luchataur [a] is in alice's discard pile
"""

LESS = """
scenario MB-000002 "The weaker is defeated"
  rules mb.attack.lower-power
  ruleset mindbug/first-contact
  given
    alice plays first; hand: 1 other; in play: Gorillion
    bob: hand: 1 other; in play: Luchataur
  when
    alice attacks with Gorillion
    bob blocks with Luchataur
  then
    Luchataur is in bob's discard pile
"""
