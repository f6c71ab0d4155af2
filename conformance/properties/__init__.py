"""Properties: claims about every game, checked through the engine interface.

A module holds the claims of one topic; `claims.py` collects them, `table.py` draws the games.
"""
