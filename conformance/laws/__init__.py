"""Laws: the clarifications of the books as properties, in a language on top of scenarios.

`reader` reads `spec/<game>/*.laws`, `drawing` fills the variables, `playing` plays an instance,
`running` judges a law by many of them, `biting` asks which misreadings a law notices.
"""
