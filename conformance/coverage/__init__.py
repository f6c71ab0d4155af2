"""What the scenarios cover: clauses, rules and cards, counted only where a scenario passes.

`exercise` sees what one run used of its cards, `measure` counts, `problems` names what is
missing or broken, `table` is the committed form, `figures` serves tools, `report` people.
"""
