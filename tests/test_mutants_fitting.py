"""How a function of a misreading takes the place of one of the oracle."""

from __future__ import annotations

from functools import partial

import pytest

from conformance.mutants import fitting


def lose(machine, state, seat, amount, cause=0, *, rules=()):
    state.append((machine, seat, amount, cause, rules))
    return amount


def test_it_takes_what_it_names():
    state = []
    fitting.before(lose, lambda state, seat: state.append(seat))("m", state, 1, 3, rules=("r",))
    assert state == [1, ("m", 1, 3, 0, ("r",))]


def test_the_original_is_called_as_it_was_but_for_what_is_said():
    state = []
    half = fitting.around(lose, lambda lose, amount: lose(amount=amount // 2))
    assert half("m", state, 1, 6, 9, rules=("r",)) == 3
    assert state == [("m", 1, 3, 9, ("r",))]


def test_it_may_be_called_with_other_arguments_in_order():
    state = []
    fitting.around(lose, lambda lose, machine, state: lose(machine, state, 2))("m", state, 1, 6)
    assert state == [("m", 2, 6, 0, ())]


def test_what_is_given_is_read_otherwise():
    assert fitting.result(lose, lambda lost, seat: lost + seat)("m", [], 1, 6) == 7


def test_after_gives_what_the_original_gives():
    state = []
    assert fitting.after(lose, lambda state: state.clear())("m", state, 1, 6) == 6
    assert state == []


def test_it_is_left_out_where_it_is_said():
    state = []
    fitting.unless(lose, lambda seat: seat == 1)("m", state, 1, 6)
    fitting.provided(lose, lambda seat: seat == 2)("m", state, 1, 6)
    assert state == []


def test_names_go_through_what_already_stands_there():
    twice = fitting.around(lose, lambda lose, amount: lose(amount=amount + 1))
    again = fitting.around(twice, lambda lose, amount: lose(amount=amount * 10))
    assert again("m", [], 0, 1) == 11


def test_a_name_that_the_original_does_not_have_is_told():
    with pytest.raises(LookupError, match="takes no much, but machine, state, seat, amount"):
        fitting.before(lose, lambda much: None)


def test_it_may_be_given_something_first():
    less = fitting.around(lose, partial(lambda by, lose, amount: lose(amount=amount - by), 2))
    assert less("m", [], 1, 6) == 4
