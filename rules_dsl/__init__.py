"""The language of cards: text in, checked and compiled definitions out."""
