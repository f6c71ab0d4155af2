"""The verbs that show the machine: play, explain, bench."""
