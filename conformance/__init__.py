"""The kit: scenarios, vectors, properties and the runner that judge any engine, ours first."""

__version__ = "0.1.0"
