"""Mutants: the oracle misreading one rule or one card, and the scenarios that catch it.

`rules_dsl.mutate` misreads definitions, `procedures` misreads the steps of the game, `changes`
puts a misreading in force and takes it back, `killing` runs the suite against each, with the
`drafts` that have no vector yet, `reach` says what a vector can show, `table` keeps what was
found, `naming` finds the mutants that fail as a foreign engine does.
"""
