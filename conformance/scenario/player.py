"""Plays a scenario on an engine: strictly, line by line, and judges what comes of it."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from attrs import frozen

from conformance.scenario.answers import (
    NATURE,
    agrees,
    answer_of,
    canonical,
    fits,
    say_decision,
    say_offers,
)
from conformance.scenario.cast import Cast, Misnamed
from conformance.scenario.face import Decision, Json, Load, Position, Ruleset
from conformance.scenario.facts import Witness, check_fact
from conformance.scenario.known import game_of
from conformance.scenario.model import (
    PEOPLE,
    SEATS,
    Act,
    Can,
    Cannot,
    Fact,
    Line,
    May,
    Now,
    Scenario,
    Step,
)
from conformance.scenario.printer import print_fact, print_line
from conformance.scenario.run import Failure, Run
from oracle import Refused
from rules_dsl.diagnostics import Diagnostics
from rules_dsl.errors import KaijuError

NOT_LEGAL = "not-legal"
_IN_SETUP = re.compile(
    r"setup(?:\.players)?(?:\.(?P<seat>p\d))?(?:\.(?P<field>[a-z-]+))?(?:[.\[].*)?"
)
"""The place of a mistake in a position: whose it is, and in which of its fields."""


@frozen
class Judged:
    """A scenario, and what is wrong with it."""

    scenario: Scenario
    messages: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Whether everything the scenario says is true."""
        return not self.messages

    @property
    def status(self) -> str:
        """`pass` or `fail`."""
        return "pass" if self.passed else "fail"


@frozen
class Result(Judged):
    """What came of a scenario."""

    run: Run

    @property
    def fired(self) -> frozenset[str]:
        """The rules that the run rested on."""
        return frozenset(self.run.fired)

    @property
    def abilities(self) -> frozenset[str]:
        """The abilities that took effect, such as `shield-bugs/1`: a definition and a number."""
        kinds = self.run.cast.game.took_effect
        events = [event for event in self.run.events if event.kind in kinds]
        return frozenset(str(event.data["ability"]) for event in events)

    @property
    def decisions(self) -> int:
        """How many decisions of players the script answers; chance decides nothing."""
        return sum(move.scripted and move.seat != NATURE for move in self.run.moves)

    @property
    def cards(self) -> int:
        """How many cards the scenario is about."""
        cast = self.run.cast
        kinds = [cast.ruleset.cards[card].kind for card in cast.cards.values()]
        return sum(kind not in cast.game.pieces for kind in kinds)


def card_files(scenario: Scenario) -> list[Path]:
    """The card files that lie beside the scenario and that it names."""
    return [Path(scenario.place.file).parent / f"{name}.cards" for name in scenario.cards]


def begin(
    scenario: Scenario,
    load: Load,
    cards: list[Path] | None = None,
    options: Json | None = None,
    tells: bool = True,
    keeps: bool = True,
) -> Run:
    """Set a scenario out; extra card files and options come on top of its own.

    A run that is only judged need not tell what was done nor keep its positions.
    """
    try:
        return _set_out(
            scenario,
            load(
                scenario.ruleset,
                options={**scenario.options, **(options or {})},
                cards=[*card_files(scenario), *(cards or [])],
                **open_players(scenario),
            ),
            tells,
            keeps,
        )
    except KaijuError as error:
        if error.place in {str(file) for file in card_files(scenario)}:
            raise KaijuError(
                f"{error.place}: {error.message}",
                str(scenario.place),
                "`cards some` names the file some.cards beside the scenario",
            ) from None
        if isinstance(error, Diagnostics) or (error.place and not _is_in_setup(error.place)):
            raise
        raise _in_given(error, scenario) from None


def _in_given(error: KaijuError, scenario: Scenario) -> KaijuError:
    """What is wrong with a position, at the line that says it: `bob: hearts: …`."""
    path = _IN_SETUP.fullmatch(error.place or "setup")
    whose = PEOPLE[path["seat"]] if path and path["seat"] else ""
    field = (path["field"] if path else None) or ""
    game = game_of(scenario.ruleset)
    keys = {**game.zones, **game.number_keys, **game.gauge_keys}
    said = next((name for name, key in keys.items() if key == field), field.replace("-", " "))
    known = scenario.given.places if scenario.given else {}
    place = known.get((whose, said)) or known.get((whose, field)) or known.get((whose, ""))
    message = ": ".join(filter(None, [whose, said, error.message]))
    return KaijuError(message, str(place or scenario.place), error.remedy)


def _is_in_setup(place: str) -> bool:
    """Whether a place is one of the position that was made of what is given, seen by nobody."""
    return place.partition(".")[0].partition("[")[0] == "setup"


def open_players(scenario: Scenario) -> dict[str, int]:
    """How many play, as loading is told it: nothing where it is not open."""
    is_open = game_of(scenario.ruleset).is_open
    return {"players": len(scenario.players)} if is_open else {}


def _set_out(scenario: Scenario, ruleset: Ruleset, tells: bool, keeps: bool) -> Run:
    cast = Cast(ruleset, scenario.place, game_of(scenario.ruleset))
    if scenario.given is not None:
        setup = cast.set_out(scenario.given)
        position = ruleset.setup(setup)
    else:
        setup, position = None, ruleset.start()
        cast.adopt(position)
    run = Run(scenario, ruleset, cast, position, setup, tells=tells, keeps=keeps)
    if setup is None or cast.game.opening_counts:
        run.opening = tuple(position.events)
        run.note_events(run.opening)
    return _noted(run)


def _noted(run: Run) -> Run:
    run.cast.follow(run.position)
    decision = run.decision
    run.fired.update(decision.rules if decision else ())
    return run


def play(
    scenario: Scenario, load: Load, cards: list[Path] | None = None, options: Json | None = None
) -> Result:
    """Run a scenario to its end and judge it."""
    run = begin(scenario, load, cards, options)
    try:
        play_lines(run)
        while run.pass_over():
            pass
    except Failure as failure:
        return Result(scenario, (str(failure),), run)
    return Result(scenario, tuple(judge(run)), run)


def play_lines(run: Run) -> None:
    """Do every line of `when`, in order."""
    lines = list(run.scenario.when)
    while lines:
        play_line(run, lines)


def play_line(run: Run, lines: list[Line]) -> None:
    """Do the first of some lines and take it off; some take lines after them along."""
    line = lines.pop(0)
    try:
        _play_one(run, line, lines)
    except Misnamed as error:
        told = f"`{print_line(line)}` is not possible: {error.message}; {error.remedy}"
        raise Failure(told, line.place) from None


def _play_one(run: Run, line: Line, lines: list[Line]) -> None:
    match line:
        case Step() if line.act.verb in run.cast.game.several:
            run.cast.game.several[line.act.verb](run, line, lines)
        case Step():
            take_step(run, line)
        case May():
            _check_may(run, line)
        case Can():
            _check_can(run, line)
        case Cannot():
            _check_cannot(run, line)
        case Now():
            complaint = hold(run, line.fact, print_line(line))
            if complaint:
                raise Failure(complaint, line.place)


def take_step(run: Run, step: Step) -> None:
    """Answer the decision that a step is about; forced ones before it are passed over."""
    while True:
        decision = run.decision
        if decision is None:
            raise Failure(f"`{print_line(step)}`, but the game is over", step.place)
        if fits(step.seat, step.act, decision, run.cast.game):
            do = answer_of(step.act, decision, run.cast, step.place)
            if is_legal(decision, do):
                run.answer(do, step)
                return
            if "choose" not in do or not run.pass_over():
                raise Failure(
                    f"`{print_line(step)}` is not possible; {say_offers(decision, run.cast)}",
                    step.place,
                )
        elif not run.pass_over():
            raise Failure(
                f"`{print_line(step)}`, but the game waits for {say_decision(decision, run.cast)}; "
                f"{say_offers(decision, run.cast)}",
                step.place,
            )


def is_legal(decision: Decision, do: Json) -> bool:
    """Whether a decision offers this answer."""
    legal = decision.legal()
    if "choose" not in legal:
        said = [each for each in legal["legal"] if each == do]
        return bool(said) and canonical(do) in map(canonical, said)
    choice, chosen = legal["choose"], do.get("choose")
    return (
        chosen is not None
        and choice["min"] <= len(chosen) <= choice["max"]
        and Counter(chosen) <= Counter(choice["from"])
    )


def _check_may(run: Run, check: May) -> None:
    while True:
        decision = run.decision
        if decision is None:
            raise Failure(f"`{print_line(check)}`, but the game is over", check.place)
        if agrees(check, decision, run.cast):
            offer = {"who": decision.seat, "kind": decision.kind, **decision.legal()}
            run.observe("legal", offer, print_line(check))
            return
        if not run.pass_over():
            raise Failure(
                f"`{print_line(check)}` is not what is offered; {say_offers(decision, run.cast)}",
                check.place,
            )


def _check_can(run: Run, check: Can) -> None:
    decision = _decision_for(run, check.seat, check.act)
    if decision is None or not fits(check.seat, check.act, decision, run.cast.game):
        waits = say_decision(decision, run.cast) if decision else "nobody: the game is over"
        raise Failure(f"`{print_line(check)}`, but the game waits for {waits}", check.place)
    if not is_legal(decision, answer_of(check.act, decision, run.cast, check.place)):
        raise Failure(
            f"`{print_line(check)}` does not hold; {say_offers(decision, run.cast)}", check.place
        )
    offer = {"who": decision.seat, "kind": decision.kind, **decision.legal()}
    run.observe("legal", offer, print_line(check))


def _check_cannot(run: Run, check: Cannot) -> None:
    decision = _decision_for(run, check.seat, check.act)
    if decision is None or decision.seat != SEATS[check.seat]:
        waits = say_decision(decision, run.cast) if decision else "nobody: the game is over"
        raise Failure(
            f"`{print_line(check)}` means nothing here, the game waits for {waits} "
            "(say what is asked instead: `now the next decision is …`)",
            check.place,
        )
    do = answer_of(check.act, decision, run.cast, check.place)
    before = run.position.digest()
    code = refusal(run.position, do)
    if code is None:
        raise Failure(f"`{print_line(check)}`, but the answer was taken", check.place)
    if code != NOT_LEGAL:
        raise Failure(f"`{print_line(check)}`, refused as {code}, not {NOT_LEGAL}", check.place)
    if run.position.digest() != before:
        raise Failure(f"`{print_line(check)}`: the refused answer changed the game", check.place)
    run.fired.update(rule for reason in run.position.why(do) for rule in reason.rules)
    run.observe("refused", {"do": do, "code": code}, print_line(check))


def _decision_for(run: Run, seat: str, act: Act) -> Decision | None:
    """The pending decision once forced ones of another sort are passed over."""
    while run.decision is not None:
        decision = run.decision
        if fits(seat, act, decision, run.cast.game) or not run.pass_over():
            return decision
    return None


def refusal(position: Position, do: Json) -> str | None:
    """The code with which a position refuses an answer, or None when it takes it."""
    try:
        position.apply(do)
    except Refused as refused:
        return str(refused.code)
    return None


def hold(run: Run, fact: Fact, said: str = "") -> str | None:
    """None when a fact holds now, else the complaint; `said` is the line of `when` it is from."""
    witness = Witness(run.position, run.cast, run.events, fact, run.state)
    try:
        instead = check_fact(witness)
    except Misnamed as error:
        instead = error.message
    run.fired |= witness.fired
    if instead is not None:
        return f"`{print_fact(fact)}` does not hold: {instead}"
    if not run.tells:
        return None
    if fact.sentence.startswith("sees"):
        seat = SEATS[str(fact.args["player"])]
        run.observe("view", run.position.view(seat), said)
    elif fact.sentence == "next":
        decision = run.decision
        assert decision is not None
        offer = {"who": decision.seat, "kind": decision.kind, **decision.legal()}
        run.observe("legal", offer, said)
    else:
        run.observe("state", run.state(), said)
    return None


def judge(run: Run) -> list[str]:
    """What is wrong at the end of a run: facts that do not hold, rules that did not fire."""
    if run.position.over is not None:
        run.fired.update(run.position.over.rules)
    elif run.decision is not None:
        run.fired.update(run.decision.rules)
    complaints = []
    for fact in run.scenario.then:
        complaint = hold(run, fact)
        if complaint:
            complaints.append(f"{fact.place}: {complaint}")
    silent = [rule for rule in run.scenario.rules if rule not in run.fired]
    if silent and not complaints:
        complaints.append(
            f"{run.scenario.place}: {', '.join(silent)} cited, but the game did not use "
            f"{'it' if len(silent) == 1 else 'them'}; it used {', '.join(sorted(run.fired))}"
        )
    if run.scenario.id and run.scenario.then and not run.scenario.rules and not complaints:
        complaints.append(
            f"{run.scenario.place}: {run.scenario.id} cites no rule; add a line `rules …` with "
            f"those it is about, of these that the game used: {', '.join(sorted(run.fired))}"
        )
    return complaints
