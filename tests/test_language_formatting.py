"""Formatting changes the look of a file, never its meaning or its comments."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from rules_dsl.formatter import format_reading
from rules_dsl.reader import Reading, read_files, read_together
from rules_dsl.specification import spec_root
from rules_dsl.vocabulary import Vocabulary

SPEC = spec_root() / "mindbug"
VOCABULARY = Vocabulary.load(SPEC / "vocabulary.toml")
KEYWORDS = read_files([SPEC / "keywords.cards"], VOCABULARY)


def read(text: str) -> Reading:
    (reading,) = read_together([("my.cards", text)], VOCABULARY, KEYWORDS)
    assert not reading.mistakes.found
    return reading


def formatted(text: str) -> str:
    return format_reading(read(text), VOCABULARY)


UNTIDY = """\

# My cards.

# The first one.
creature my-beast "My Beast"   x2   # two of them
    power 4   # not much
    # what it is made of
    TOUGH
    play :
        # the whole point
        defeat an   creature   # any
    while it is your turn:  # only then
        this has +1 power, frenzy   # twice
        this cannot block
    # nothing more
# The second one.
creature other-one "Other"
  hunter
  power 3


# The end.
"""

TIDY = """\
# My cards.

# The first one.
creature my-beast "My Beast" x2  # two of them
  power 4  # not much
  # what it is made of
  tough
  # the whole point
  play: defeat a creature  # any
  # only then
  while it is your turn: this has +1 power and frenzy  # twice
  while it is your turn: this cannot block
  # nothing more

# The second one.
creature other-one "Other"
  power 3
  hunter

# The end.
"""


def test_comments_stay_with_the_lines_they_are_about() -> None:
    assert formatted(UNTIDY) == TIDY


def test_what_is_tidy_stays_as_it_is() -> None:
    assert formatted(TIDY) == TIDY


WILD = """\
power card zap "Zap"  # cheap
    # when it is paid for
    bought : until end of turn:  # not longer
        allied creatures has +1 power   # a bit
        allied creatures has frenzy
        a creature cannot block   # yours to choose
    COST 1

creature newt "Newt"
  EVOLVES to salamander   # one day
  stage 1   # the first
  power 2
  in discard pile:   # a ghost
      this cannot block
      allied creatures has -1 power
  in discard pile ,  when you lose life : you may:   # it comes back
      play this
  action:
      choose one:   # or the other
          evolves this   # grow
          # rest
          gain 1 life
creature salamander "Salamander"
  stage 2
  power 5
die face six "Six"
  rolled: gain 1 energy
"""

TAME = """\
power card zap "Zap"  # cheap
  cost 1
  # when it is paid for
  bought:  # not longer
    until end of turn:
      allied creatures have +1 power and frenzy  # a bit
      a creature cannot block  # yours to choose

creature newt "Newt"
  power 2
  stage 1  # the first
  evolves to salamander  # one day
  # a ghost
  in discard pile: this cannot block
  in discard pile: allied creatures have -1 power
  in discard pile, when you lose life: you may play this  # it comes back
  action:
    choose one:  # or the other
      evolve this  # grow
      # rest
      you gain 1 life

creature salamander "Salamander"
  power 5
  stage 2

die face six "Six"
  rolled: you gain 1 energy
"""


def test_everything_that_can_be_written_can_be_made_tidy() -> None:
    assert formatted(WILD) == TAME
    assert formatted(TAME) == TAME


def test_an_empty_file_stays_empty() -> None:
    assert formatted("") == ""
    assert formatted("\n\n") == ""
    assert formatted("# only this\n") == "# only this\n"


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_no_comment_is_lost_wherever_it_stands(data: st.DataObject) -> None:
    """Comments are strewn over an untidy file, on lines of their own and behind others."""
    lines = []
    count = 0
    for line in UNTIDY.splitlines():
        code = line.split("#")[0].rstrip()
        for indent in data.draw(st.lists(st.sampled_from(["", "  ", "      "]), max_size=2)):
            lines.append(f"{indent}# c{count}.")
            count += 1
        if data.draw(st.booleans()):
            lines.append(f"{code}  # c{count}.")
            count += 1
        else:
            lines.append(code)
    before = read("\n".join(lines))
    once = format_reading(before, VOCABULARY)
    assert sorted(comment.text for comment in read(once).comments) == sorted(
        f"# c{number}." for number in range(count)
    )
    assert read(once).module == before.module
    assert formatted(once) == once
