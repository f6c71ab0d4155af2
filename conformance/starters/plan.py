"""Which files make up a new adapter in a language, with the engine's name put in."""

from __future__ import annotations

import re
from pathlib import Path

from attrs import field, frozen

from conformance.games import kit_of, lacks
from conformance.starters.begun import Begun
from rules_dsl.specification import load_specification

HERE = Path(__file__).parent
NAME = "my-engine"
"""The name that the starters themselves bear."""

NODE = """\
      - uses: actions/setup-node@v4
        with:
          node-version: "24"
"""
JAVA = """\
      - uses: actions/setup-java@v4
        with:
          distribution: temurin
          java-version: "21"
"""
DOTNET = """\
      - uses: actions/setup-dotnet@v4
        with:
          dotnet-version: "8.0"
"""


@frozen
class Starter:
    """One language: its command, and where each file goes, with what it is for.

    The first file is the adapter, the second one the placeholder. `needs` are programs of which
    one must be there, and `runs` says so in full; `ci` sets a CI server up.
    Files in Python end in .txt here, so that no tool takes them for a part of the kit.
    """

    command: str
    files: dict[str, tuple[str, str]]
    ignored: tuple[str, ...]
    needs: tuple[str, ...]
    runs: str
    ci: str = ""
    rewritten: dict[str, str] = field(factory=dict)


ADAPTER = "speaks the protocol"
PLACEHOLDER = "a placeholder: put your engine here"
TO_READ = "what is where"
MODULES = "says that these are modules"
UNTYPED = "the same without types, for older node"
JSON = "reads and writes JSON"

STARTERS = {
    "python": Starter(
        "python3 adapter.py",
        {
            "adapter.py": ("python/adapter.py.txt", ADAPTER),
            "game.py": ("python/@GAME@/game.py.txt", PLACEHOLDER),
            "README.md": ("README.md", TO_READ),
        },
        ("__pycache__/",),
        ("python3",),
        "It is plain Python 3.9 or later and needs nothing else.",
    ),
    "javascript": Starter(
        "node adapter.js",
        {
            "adapter.js": ("javascript/adapter.js", ADAPTER),
            "game.js": ("javascript/@GAME@/game.js", PLACEHOLDER),
            "package.json": ("javascript/package.json", MODULES),
            "README.md": ("README.md", TO_READ),
        },
        ("node_modules/",),
        ("node",),
        "It needs node 18 or later and nothing else.",
        NODE,
    ),
    "typescript": Starter(
        "node run.mjs",
        {
            "src/adapter.ts": ("typescript/adapter.ts", ADAPTER),
            "src/game.ts": ("typescript/@GAME@/game.ts", PLACEHOLDER),
            "build/adapter.js": ("javascript/adapter.js", UNTYPED),
            "build/game.js": ("javascript/@GAME@/game.js", UNTYPED),
            "run.mjs": ("typescript/run.mjs", "starts src/, or build/ on older node"),
            "package.json": ("typescript/package.json", MODULES),
            "tsconfig.json": ("typescript/tsconfig.json", "how tsc makes build/"),
            "README.md": ("README.md", TO_READ),
        },
        ("build/", "node_modules/"),
        ("node",),
        "`run.mjs` starts it. Node 22.18 and later read `src/` as it is. Node 18 to 22.17 need "
        "`build/`, which was made for you once: after a change run `npm install`, then `npx tsc` "
        "(TypeScript 5.8 or later).",
        NODE,
        {'language: "javascript"': 'language: "typescript"'},
    ),
    "java": Starter(
        "java Run.java",
        {
            "src/Adapter.java": ("java/Adapter.java", ADAPTER),
            "src/Game.java": ("java/@GAME@/Game.java", PLACEHOLDER),
            "src/Json.java": ("java/Json.java", JSON),
            "Run.java": ("java/Run.java", "compiles src/ where it has changed, and starts it"),
            "README.md": ("README.md", TO_READ),
        },
        ("build/",),
        ("javac",),
        "`Run.java` starts it and compiles `src/` into `build/` where it has changed. It needs a "
        "JDK, 17 or later, and nothing else.",
        JAVA,
    ),
    "csharp": Starter(
        "sh run.sh",
        {
            "Adapter.cs": ("csharp/Adapter.cs", ADAPTER),
            "Game.cs": ("csharp/@GAME@/Game.cs", PLACEHOLDER),
            "Json.cs": ("csharp/Json.cs", JSON),
            "run.sh": ("csharp/run.sh", "compiles it where it has changed, and starts it"),
            "engine.csproj": ("csharp/engine.csproj", "how dotnet compiles it"),
            "README.md": ("README.md", TO_READ),
        },
        ("build/", "bin/", "obj/"),
        ("dotnet", "mcs"),
        "`run.sh` starts it and compiles it into `build/` where it has changed, with .NET 8 or "
        "later, or with the mcs of Mono; it needs nothing else.",
        DOTNET,
    ),
    "php": Starter(
        "php adapter.php",
        {
            "adapter.php": ("php/adapter.php", ADAPTER),
            "game.php": ("php/@GAME@/game.php", PLACEHOLDER),
            "README.md": ("README.md", TO_READ),
        },
        ("vendor/",),
        ("php",),
        "It needs PHP 8.1 or later and nothing else.",
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
    return all(_source(file, game).is_file() for file, _ in STARTERS[language].files.values())


def begun_of(game: str) -> Begun:
    """How an adapter of a game begins."""
    found = kit_of(game)
    if found.starter is None:
        raise lacks(game, "starter")
    return found.starter


def _source(file: str, game: str) -> Path:
    return HERE / file.replace("@GAME@", game)


def plan(language: str, name: str, game: str, kit: str = "") -> list[File]:
    """Every file of a new adapter, in the order in which a reader wants to see them.

    `kit` is what pip installs to have the kit on a CI server; without it the workflow fails
    and says what is missing.
    """
    starter, begun = STARTERS[language], begun_of(game)
    slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or NAME
    put_in = {
        f'"name": "{NAME}",\n': f'"name": "{slug}",\n',  # a package's name is more restricted
        f'"{NAME}"': f'"{name}"',
        "@NAME@": name,
        "@SLUG@": slug,
        "@COMMAND@": starter.command,
        "@LANGUAGE@": starter.ci,
        "@KIT@": kit,
        "@GAME@": begun.title,
        "@KNOWS@": begun.knows,
        "@ADAPTER@": next(iter(starter.files)),
        "@PLACEHOLDER@": list(starter.files)[1],
        "@RUNS@": starter.runs,
        "@EXAMPLE@": begun.example,
        "@RULESET@": begun.ruleset,
        "@OPTIONS@": _options(begun.ruleset),
        **starter.rewritten,
    }
    sources = [
        (path, _source(source, game), purpose) for path, (source, purpose) in starter.files.items()
    ]
    sources += [
        ("kaiju.toml", HERE / "kaiju.toml", "tells the kit how to start it"),
        (".github/workflows/kaiju.yml", HERE / "kaiju.yml", "judges it on every push"),
    ]
    written = [File(path, _filled(source, put_in), purpose) for path, source, purpose in sources]
    ignored = "".join(f"{line}\n" for line in starter.ignored)
    return [*written, File(".gitignore", ignored, "what is not yours to keep")]


def _options(ruleset: str) -> str:
    """The options of a ruleset with the answers it has by itself, each line to be uncommented."""
    specification = load_specification()
    described = specification.ruleset(ruleset)
    prefix = specification.games[described.game].prefix
    lines = []
    for option in specification.options.values():
        if option.id.startswith(f"{prefix}."):
            usual = described.options.get(option.id, option.default)
            others = [answer.id for answer in option.answers if answer.id != usual]
            lines.append(f'# "{option.id}" = "{usual}"  # or {", ".join(others)}\n')
    return "".join(lines)


def _filled(source: Path, put_in: dict[str, str]) -> str:
    text = source.read_text(encoding="utf-8")
    for placeholder, value in put_in.items():
        text = text.replace(placeholder, value)
    return text
