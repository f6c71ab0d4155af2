"""Every scenario is played once: vectors, coverage and the reference are made of the record.

`replay` is what is kept of one playing, `store` keeps it between commands, `playing` plays what
is not on record, `inputs` says what a record depends on.
"""
