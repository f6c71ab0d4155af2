"""Miniatures: engines that are bad on purpose, to test the judge itself.

`python -m conformance.miniatures SIN` serves one of them over stdin and stdout.
"""
