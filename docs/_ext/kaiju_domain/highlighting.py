"""Colours for card text and scenarios."""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Operator, String, Text

HEADS = (
    *("creature", "power card", "evolution card", "die face", "keyword", "cites"),
    *("power", "dice", "stage", "cost", "monster", "evolves to"),
    *("scenario", "question", "rules", "given", "when", "then"),
    *("options", "interaction", "provenance", "ruling", "ruleset"),
)
ALONE = ("keep", "discard", "consumable", "permanent", "temporary", "given start")
LINKS = (
    *("while", "when", "if", "instead", "for each", "you may", "if you do"),
    *("in discard pile", "when you lose life", "until end of turn", "choose one"),
    *("once each turn", "any number of times", "for the rest of the game"),
)
TRIGGERS = (
    *("play", "attack", "defeated", "action", "bought", "used", "rolled"),
    "put into a discard pile",
)


class CardLexer(RegexLexer):
    """Marks what stands around the words; the words themselves are plain text."""

    name = "Kaiju"
    aliases: ClassVar[list[str]] = ["kaiju"]
    tokens: ClassVar[dict[str, list[tuple[object, object]]]] = {
        "root": [
            (r"#.*$", Comment),
            (r'"[^"\n]*"', String),
            (r"\b[a-z]+(?:\.[a-z0-9-]+)+", Name.Tag),
            (r"\b[A-Z]{2,4}-[0-9A-Z]+\b", Name.Tag),
            (words(HEADS, prefix=r"^ *", suffix=r"(?![\w-])"), Keyword),
            (words(ALONE, prefix=r"^ *", suffix=r"$"), Keyword),
            (r"^ *cards(?= [a-z0-9-]+$)", Keyword),
            (r"^ *(?:at|before|after|during) [^:\n]*(?=:)", Keyword),
            (words(LINKS, prefix=r"(?<![\w-])", suffix=r"(?![\w-])"), Keyword),
            (words(TRIGGERS, prefix=r"^ *", suffix=r"(?=:)"), Keyword),
            (r"(?:<=|>=)", Operator),
            (r"(?<![\w-])[+-]?\d+\b|\bx\d+\b", Number),
            (r"[\w'-]+", Text),
            (r"\n|[^\S\n]+|.", Text),
        ]
    }
