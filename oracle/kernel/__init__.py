"""The game-free machine: states, frames, decisions, events, layers and waiting effects."""
