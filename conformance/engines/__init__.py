"""Engines the kit can talk to: the oracle in process, or a program over stdin and stdout."""
