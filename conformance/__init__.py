"""The kit: scenarios, vectors, properties and the runner that judge any engine, ours first."""
