"""Which files make up a new adapter in a language, with the engine's name put in."""

from __future__ import annotations

import re
from pathlib import Path

from attrs import field, frozen

HERE = Path(__file__).parent
NAME = "my-engine"
"""The name that the starters themselves bear."""

NODE = """\
      - uses: actions/setup-node@v4
        with:
          node-version: "24"
"""


@frozen
class Begun:
    """One game: what the placeholder plays of it, and how the adapter differs from Mindbug's.

    `files` go in the place of those of the same names.
    """

    title: str
    knows: str
    example: str
    ruleset: str = ""
    files: dict[str, str] = field(factory=dict)
    rewritten: dict[str, str] = field(factory=dict)


NO_CARDS_YET = {
    "CARDS]  # leave features out once you know them all": 'CARDS] or ["no card yet"]',
    'OPS = ["setup", "state"]  # to come: view': 'OPS = ["state"]  # to come: setup, view',
}
"""An engine that lists no features is taken to know every card, and `setup` is a promise."""

GAMES = {
    "mindbug": Begun("Mindbug", "knows one card", "MB-7QK4X2"),
    "tokyo": Begun(
        "King of Tokyo",
        "turns up the first cards and does not roll yet",
        "KT-ZP60ZW",
        "tokyo/current",
        {"game.py": "python/tokyo/game.py.txt"},
        {
            **NO_CARDS_YET,
            'Game.start(ask["pool"])': 'Game.start(ask["pool"], ask.get("players", 2))',
        },
    ),
    "duel": Begun(
        "King of Tokyo: Duel",
        "lets both choose a monster and does not roll yet",
        "KD-049F2E",
        "duel/standard",
        {"game.py": "python/duel/game.py.txt"},
        NO_CARDS_YET,
    ),
}


@frozen
class Starter:
    """One language: its command, and where each file goes, with what it is for.

    Files in Python end in .txt here, so that no tool takes them for a part of the kit.
    """

    command: str
    files: dict[str, tuple[str, str]]
    ignored: tuple[str, ...]
    needs_node: bool = False
    rewritten: dict[str, str] = field(factory=dict)


STARTERS = {
    "python": Starter(
        "python3 adapter.py",
        {
            "adapter.py": ("python/adapter.py.txt", "speaks the protocol"),
            "game.py": ("python/game.py.txt", "a placeholder: put your engine here"),
            "README.md": ("python/README.md", "what is where"),
        },
        ("__pycache__/",),
    ),
    "javascript": Starter(
        "node adapter.js",
        {
            "adapter.js": ("javascript/adapter.js", "speaks the protocol"),
            "game.js": ("javascript/game.js", "a placeholder: put your engine here"),
            "package.json": ("javascript/package.json", "says that these are modules"),
            "README.md": ("javascript/README.md", "what is where"),
        },
        ("node_modules/",),
        needs_node=True,
    ),
    "typescript": Starter(
        "node run.mjs",
        {
            "src/adapter.ts": ("typescript/adapter.ts", "speaks the protocol"),
            "src/game.ts": ("typescript/game.ts", "a placeholder: put your engine here"),
            "build/adapter.js": ("javascript/adapter.js", "the same without types, for older node"),
            "build/game.js": ("javascript/game.js", "the same without types, for older node"),
            "run.mjs": ("typescript/run.mjs", "starts src/, or build/ on older node"),
            "package.json": ("typescript/package.json", "says that these are modules"),
            "tsconfig.json": ("typescript/tsconfig.json", "how tsc makes build/"),
            "README.md": ("typescript/README.md", "what is where"),
        },
        ("build/", "node_modules/"),
        needs_node=True,
        rewritten={'language: "javascript"': 'language: "typescript"'},
    ),
}


@frozen
class File:
    """One file to write."""

    path: str
    text: str
    purpose: str

    @property
    def is_optional(self) -> bool:
        """Whether one that is there already serves as well."""
        return self.path in ("README.md", ".gitignore")


def has_starter(language: str, game: str) -> bool:
    """Whether a placeholder for the game is written in the language."""
    return GAMES[game].files.keys() <= STARTERS[language].files.keys()


def plan(language: str, name: str, game: str = "mindbug") -> list[File]:
    """Every file of a new adapter, in the order in which a reader wants to see them."""
    starter, begun = STARTERS[language], GAMES[game]
    slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or NAME
    put_in = {
        f'"name": "{NAME}",\n': f'"name": "{slug}",\n',  # a package's name is more restricted
        f'"{NAME}"': f'"{name}"',
        "@NAME@": name,
        "@SLUG@": slug,
        "@COMMAND@": starter.command,
        "@NODE@": NODE if starter.needs_node else "",
        "@GAME@": begun.title,
        "@KNOWS@": begun.knows,
        "@EXAMPLE@": begun.example,
        "@RULESET@": f'ruleset = "{begun.ruleset}"\n' if begun.ruleset else "",
        **starter.rewritten,
        **begun.rewritten,
    }
    if begun.ruleset:
        put_in['"mindbug/first-contact"'] = f'"{begun.ruleset}"'
    files = [
        File(path, begun.files.get(path, source), purpose)
        for path, (source, purpose) in starter.files.items()
    ]
    files += [
        File("kaiju.toml", "kaiju.toml", "tells the kit how to start it"),
        File(".github/workflows/kaiju.yml", "kaiju.yml", "judges it on every push"),
    ]
    written = [File(file.path, _filled(file.text, put_in), file.purpose) for file in files]
    ignored = "".join(f"{line}\n" for line in starter.ignored)
    return [*written, File(".gitignore", ignored, "what is not yours to keep")]


def _filled(source: str, put_in: dict[str, str]) -> str:
    text = (HERE / source).read_text(encoding="utf-8")
    for placeholder, value in put_in.items():
        text = text.replace(placeholder, value)
    return text
