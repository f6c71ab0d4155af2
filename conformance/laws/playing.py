"""Plays an instance of a law: strictly, as a scenario, with what the law language adds."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

from attrs import define, evolve, field, frozen

from conformance.laws.drawing import Instance, Part
from conformance.laws.model import Alike, IfAsked, LawLine, Throughout, Whatever
from conformance.scenario.answers import answer_of, fits, say_answer, say_decision
from conformance.scenario.face import Decision, Json, Load, every_answer
from conformance.scenario.facts import Witness, check_fact
from conformance.scenario.model import PEOPLE, SEATS, Fact, Line, Scenario, Step
from conformance.scenario.player import begin, hold, is_legal, play_line
from conformance.scenario.printer import print_fact
from conformance.scenario.run import Failure, Run
from conformance.scenario.sentences import read_offer, read_step
from rules_dsl.errors import KaijuError

MOST_ANSWERS = 200
"""Open decisions that are answered before a law is said not to come to its end."""

WAYS = 48
"""Answers to an open decision from which one is drawn."""


@define
class _Open:
    """Answers to decisions that are left open, drawn once and given again in a second run."""

    seed: str
    keeps: bool
    said: list[tuple[str, str]] = field(factory=list)
    again: Iterator[tuple[str, str]] | None = None
    _random: random.Random | None = None

    def answer(self, decision: Decision, run: Run, line: Whatever) -> Json:
        ways = list(itertools.islice(every_answer(decision), WAYS))
        if self.again is None:
            self._random = self._random or random.Random(self.seed)
            do = ways[self._random.randrange(len(ways))]
            if self.keeps:
                self.said.append((decision.seat, say_answer(decision.kind, do, run.cast)))
            return do
        wanted = next(self.again, None)
        for do in ways:
            if (decision.seat, say_answer(decision.kind, do, run.cast)) == wanted:
                return do
        told = say_decision(decision, run.cast)
        raise Failure(f"in the other run {told} is asked otherwise", line.place)


@frozen
class Outcome:
    """What came of an instance."""

    instance: Instance
    messages: tuple[str, ...]
    run: Run
    other: Run | None = None
    lines: tuple[Line, ...] = ()
    """The lines of `when` as they were played: what was open is answered."""

    @property
    def scenario(self) -> Scenario:
        """The instance as a scenario of its own, as far as one can say it."""
        facts = tuple(each for each in self.instance.then if isinstance(each, Fact))
        law = self.instance.law
        values = f" ({self.instance})" if law.variables else ""
        title = f"{law.title}{values}".replace('"', "'")
        scenario = self.instance.part.scenario
        return evolve(scenario, title=title, rules=law.rules, when=self.lines, then=facts)

    @property
    def passed(self) -> bool:
        """Whether the law holds in it."""
        return not self.messages

    @property
    def fired(self) -> set[str]:
        """The rules that were used."""
        return self.run.fired | (self.other.fired if self.other else set())


def play_instance(instance: Instance, load: Load, tells: bool = True) -> Outcome:
    """Play an instance to its end and judge it; one that need not be told is played faster."""
    open_ones = _Open(instance.seed, keeps=instance.other is not None)
    files = list(instance.law.card_files)
    keeps = tells or any(isinstance(each, Throughout) for each in instance.then)
    run = begin(instance.part.scenario, load, files, tells=tells, keeps=keeps)
    lines: list[Line] = []
    try:
        _play(run, instance.part, open_ones, lines)
    except (Failure, KaijuError) as failure:
        return Outcome(instance, (str(failure),), run, lines=tuple(lines))
    other = None
    if instance.other is not None:
        again = _Open(instance.seed, keeps=False, again=iter(open_ones.said))
        other = begin(instance.other.scenario, load, files, tells=tells, keeps=keeps)
        try:
            _play(other, instance.other, again, [])
        except (Failure, KaijuError) as failure:
            return Outcome(instance, (str(failure),), run, other, tuple(lines))
    return Outcome(instance, tuple(_judge(instance, run, other)), run, other, tuple(lines))


def _play(run: Run, part: Part, open_ones: _Open, played: list[Line]) -> None:
    """Do every line of `when`, in order; `played` hears each as a scenario would say it."""
    lines = list(part.when)
    while lines:
        line = lines.pop(0)
        if isinstance(line, Whatever):
            before = len(run.moves)
            try:
                _answer(run, line, open_ones)
            finally:
                if run.tells:
                    played += _as_steps(run, before)
        elif isinstance(line, IfAsked):
            if _is_asked(run, line.step):
                played.append(line.step)
                play_line(run, [line.step])
        else:
            rest = list(itertools.takewhile(_is_plain, lines))
            known = [line, *rest]
            played.append(line)
            play_line(run, known)  # type: ignore[arg-type]
            taken = len(rest) - len(known)
            played += lines[:taken]  # type: ignore[arg-type]
            del lines[:taken]
    while run.pass_over():
        pass


def _as_steps(run: Run, since: int) -> Iterator[Line]:
    """The real choices of some moves, as lines would say them."""
    game = run.cast.game
    for move in run.moves[since:]:
        if move.forced:
            continue
        who = PEOPLE[move.seat]
        act = read_offer(game, move.said) or read_step(game, who, _third_person(move.said))
        if act is not None:
            yield Step(who, act)


def _third_person(said: str) -> str:
    verb, _, rest = said.partition(" ")
    return f"{verb}s {rest}"


def _is_plain(line: LawLine) -> bool:
    return not isinstance(line, Whatever | IfAsked)


def _is_asked(run: Run, step: Step) -> bool:
    """Whether the pending decision is one that a step answers; forced ones are passed over."""
    while run.decision is not None:
        decision = run.decision
        if fits(step.seat, step.act, decision, run.cast.game):
            return is_legal(decision, answer_of(step.act, decision, run.cast, step.place))
        if not run.pass_over():
            return False
    return False


def _answer(run: Run, line: Whatever, open_ones: _Open) -> None:
    """Answer open decisions until the line says to stop; a turn action is never taken."""
    game, turn = run.cast.game, run.position.turn
    whose, kind = line.until
    for _ in range(MOST_ANSWERS):
        decision = run.decision
        if decision is None:
            return
        said = game.decisions.get(decision.kind, decision.kind)
        if whose:
            if (decision.seat, said) == (SEATS[whose], kind):
                return
        elif game.rests(decision, run.position.turn != turn):
            return
        if line.seat and decision.seat != SEATS[line.seat]:
            if run.pass_over():
                continue
            return
        if decision.kind in game.own_acts:
            raise Failure(f"it came to {say_decision(decision, run.cast)} instead", line.place)
        run.answer(open_ones.answer(decision, run, line))
    raise Failure("the open decisions do not come to an end", line.place)


# ---- judging


def _judge(instance: Instance, run: Run, other: Run | None) -> Iterator[str]:
    if run.position.over is not None:
        run.fired.update(run.position.over.rules)
    elif run.decision is not None:
        run.fired.update(run.decision.rules)
    for each in instance.then:
        match each:
            case Fact():
                complaint = hold(run, each)
                if complaint:
                    yield f"{each.place}: {complaint}"
            case Throughout():
                yield from _throughout(run, each)
            case Alike():
                assert other is not None
                yield from (f"{each.place}: {told}" for told in unlike(run, other, each.but))


def _throughout(run: Run, each: Throughout) -> Iterator[str]:
    positions = [*run.before[1:], run.position]
    for number, position in enumerate(positions):
        held = check_fact(Witness(position, run.cast, run.events, each.fact)) is None
        if held != each.wanted:
            after = run.moves[number].said if number < len(run.moves) else "the beginning"
            word = "always" if each.wanted else "never"
            yield f"{each.fact.place}: `{word} {print_fact(each.fact)}` does not hold after {after}"
            return


def unlike(
    run: Run, other: Run, but: tuple[str, ...] = (), without: str | None = None
) -> Iterator[str]:
    """In what two runs end otherwise, cards by their names; one card may not count at all."""
    one, two = (_named(each.position.projection(), each, without) for each in (run, other))
    if "next decision" not in but:
        said = [_pending(each) for each in (run, other)]
        if said[0] != said[1]:
            yield f"it ends with {said[0]}, in the other run with {said[1]}"
    for key in sorted({*one, *two} - {"players", *but}):
        if one.get(key) != two.get(key):
            yield f"{key}: {one.get(key)}, in the other run {two.get(key)}"
    for seat in one["players"]:
        mine, theirs = one["players"][seat], two["players"].get(seat, {})
        name = next(name for name, each in SEATS.items() if each == seat)
        for key in sorted({*mine, *theirs} - set(but)):
            if f"{name}'s {key}" not in but and mine.get(key) != theirs.get(key):
                told = f"{mine.get(key)}, in the other run {theirs.get(key)}"
                yield f"{name}'s {key}: {told}"


def _pending(run: Run) -> str:
    decision = run.decision
    return say_decision(decision, run.cast) if decision else "the end of the game"


_ORDERED = ("deck", "row")


def _named(value: object, run: Run, without: str | None = None) -> Json:
    found = _called(value, run, "", without)
    assert isinstance(found, dict)
    return found


def _called(value: object, run: Run, key: str, without: str | None) -> object:
    """A state with the names of its cards; what has no order is put in one."""
    if isinstance(value, dict):
        return {str(name): _called(each, run, str(name), without) for name, each in value.items()}
    if isinstance(value, list | tuple):
        found = [_called(each, run, "", without) for each in value]
        found = [e for e in found if (e.get("h") if isinstance(e, dict) else e) != without or not e]
        return found if key in _ORDERED else sorted(found, key=str)
    if isinstance(value, str) and value in run.cast.cards:
        return run.cast.ruleset.cards[run.position.card(value)].name
    return value


def facts_held_at_first(instance: Instance, load: Load) -> bool:
    """Whether every claim is already true before the first step, so that nothing is claimed."""
    run = begin(instance.part.scenario, load, list(instance.law.card_files))
    try:
        return all(
            isinstance(each, Fact)
            and check_fact(Witness(run.position, run.cast, run.events, each)) is None
            for each in instance.then
        )
    except KaijuError:
        return False  # a card that is still to come is not where it is claimed to be
