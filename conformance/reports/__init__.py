"""Reports: every one is made from the one stream of a run, at once or later."""
