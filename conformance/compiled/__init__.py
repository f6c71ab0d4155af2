"""The oracle compiled to machine code: how it is built, and who uses it."""
