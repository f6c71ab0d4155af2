"""The closed list of what laws add to scenarios: lines with their meanings, for people."""

from __future__ import annotations

from conformance.games import kit, names

Lines = tuple[tuple[str, str], ...]

HEADER_LINES: Lines = (
    ('law MB-KCTY5M "A title"', "Begins a law, without indentation (ids: `kaiju id`)."),
    ("clauses MBB-ATTACK-005, MKT-ATTACK-005", "The clauses of the books that it says, whole."),
    ("rules mb.attack.tie", "The rules it tests: each must fire, and a misreading be noticed."),
    ("ruleset mindbug/all", "What is played, if not the usual; unindented, for a whole file."),
    ("options kt.option.bay = unused", "Options answered otherwise; answers can be variables."),
    ("cards probes", "Adds the cards of probes.cards beside the scenarios of the game."),
    ("narrow only these have a Play effect", "Why under half of the cards are admitted."),
    ("example MBB-ATTACK-006: a = Gorillion; n = 3", "A worked example, by its values."),
)

SORT_LINES: Lines = (
    ("a, b: plain creatures with equal power", "Printed cards; none is drawn twice."),
    ("n: 1 to 4", "A number; `h: c + 1 to 10` begins at another."),
    ("left: h - c", "A number that follows from others."),
    ("gained: h + 2, at most 10", "The same within a bound; also `at least`."),
    ("paid: half of n rounded up", "Half of a number; also `rounded down`."),
    ("where: one of Tokyo City, Tokyo Bay", "A word, a number or a card by its name."),
    ("roll: six dice with 1 to 6 claws, no hearts", "What dice show."),
    ("c: claws of roll", "How many dice show it; `power of a` is a printed number."),
    ("b can block a", "A relation: what a blocker must have against SNEAKY."),
    ("n < m", "A relation of numbers, by `<= >= < > = !=`; words by `=` and `!=`."),
)

FILTER_LINES: Lines = (
    ("with power <= 4", "A printed number, compared; the other side can be a variable."),
    ("with cost 3 to 5", "A printed number, exactly or within a range."),
    ("with equal power", "The same number on all cards of the line."),
    ("with tough", "A keyword; `with tough and sneaky` both, `without tough or frenzy` none."),
    ("with a play effect", "An ability that begins at this moment, by its word."),
    ("with abilities", "Any text at all."),
    ("with an ability in the discard pile", "Text that works there."),
)

DICE_LINES: Lines = (
    ("2 claws", "Exactly so many; also `1 to 3 claws`, `n claws`."),
    ("at least two claws", "So many or more; `at most 2 hearts` so many or fewer."),
    ("no hearts", "None."),
    ("at most 2 of each number", "No digit often enough to score."),
    ("the rest ones or twos", "What all other dice show; anything that is not named if unsaid."),
)

GIVEN_LINES: Lines = (
    ("bob: in play: b, bystanders", "Up to two cards more that do nothing there."),
    ("bystanders play too", "King of Tokyo: more monsters outside Tokyo, four in all at most."),
)

WHEN_LINES: Lines = (
    ("alice resolves claws, if asked", "A step that only some instances ask for."),
    ("whatever bob answers", "His decisions, as long as they are his, by drawn answers."),
    ("whatever is answered", "All that is open to the end of the turn, but no turn action."),
    ("whatever is answered until alice's turn action", "The same, up to a decision by its name."),
)

THEN_LINES: Lines = (
    ("bob has h - c hearts", "Every fact of scenarios, with variables and arithmetic."),
    ("always bob has n life", "At every decision after the first step."),
    ("never alice is in Tokyo City", "At none of them."),
    ("all is alike", "The run ends as the one that `as given` and `as when` tell."),
    ("all is alike but mindbugs and turn", "The same, but for some fields of the state."),
)

PARTS: tuple[tuple[str, Lines], ...] = (
    ("Headers", HEADER_LINES),
    ("For any", SORT_LINES),
    ("What is said of printed cards", FILTER_LINES),
    ("What is said of dice", DICE_LINES),
    ("Given, beside what scenarios have", GIVEN_LINES),
    ("When, beside what scenarios have", WHEN_LINES),
    ("Then, beside what scenarios have", THEN_LINES),
)


def nouns_of(game: str) -> tuple[str, ...]:
    """The sorts of printed cards of a game; none where the kit does not know it yet."""
    laws = kit(game).laws if game in names() else None
    return laws().nouns if laws is not None else ()
