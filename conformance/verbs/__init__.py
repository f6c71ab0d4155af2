"""The verbs of the kit, each a module that the command `kaiju` imports when it is used."""
