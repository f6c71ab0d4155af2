"""What a case of King of Tokyo or of Duel says as sentences: rolls, answers, what is true then."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from conformance.fuzz.adopter import Adopter, fact
from conformance.fuzz.comparing import HANDLE, REFUSAL
from conformance.fuzz.finding import Finding
from conformance.fuzz.telling import Done
from conformance.protocol.canonical import JsonObject, canonical
from conformance.protocol.legal import Answer
from conformance.scenario.games.dice_games.rolling import FALLS, roller
from conformance.scenario.games.duel.tracks import TRACKS, write_spot
from conformance.scenario.games.tokyo.facts import say_place
from conformance.scenario.model import PEOPLE, Act, Fact, Line, Placed, Step
from conformance.scenario.phrases import ORDINALS
from conformance.scenario.sentences import read_claim
from rules_dsl.errors import KaijuError

ROLLS = ("roll", "first-roll", "throw")
"""Decisions of chance that are one die each; a line has all dice of a roll."""

DECLINES = {
    **dict.fromkeys(("use", "defend", "mindbug", "play", "resolve"), "no-use"),
    "buy": "no-buy",
    "place": "leave-token",
    "may": "refuse",
}
SIMPLE = ("heal", "yield", "stay", "sweep", "accept", "poison")
FACES = {"face": "roll-dice", "result": "resolve-result", "die": "choose-die"}
NEW_FACES = {"tokyo": "turn-die", "duel": "add-symbol"}
PLAYERS = {"give": "give-heart", "monster": "choose-monster"}
BY_CHANCE = ("race", "lot")
"""Decisions of chance for one of several monsters, called like the step that says it."""
CARDS = {
    **{verb: verb for verb in ("buy", "keep", "play", "turn-up", "draw")},
    "token": "take-token",
}
ABILITIES = ("use", "resolve")
SEVERAL_DICE = {"reroll": "reroll-dice", "dice": "choose-dice"}

NUMBERS = {
    **{what: what for what in ("hearts", "stars", "energy")},
    "mindbugs": "mindbug-tokens",
    "dice": "dice-tokens",
}
"""What a monster has a number of, and the fact that says it."""
TOKENS = ("poison", "shrink")


class DiceGameAdopter(Adopter):
    """Tells a case of one of the two dice games."""

    def __init__(self, finding: Finding, setup: JsonObject) -> None:
        super().__init__(finding, setup)
        self._finish_roll()

    def _finish_roll(self) -> None:
        """Roll the dice that a case leaves out: a scenario knows whole rolls only."""
        while self._story.done and self._is_rolling(self._story.done[-1]):
            if self._finding.kind == REFUSAL:
                raise KaijuError("no line stands between the dice of a roll: write it by hand")
            decision = self._position.decision
            assert decision is not None
            faces = decision.legal()["legal"]
            self._story.answer(faces[len(self._story.done) % len(faces)])

    def _is_rolling(self, last: Done) -> bool:
        """Whether a roll is under way of which the last die fell just now."""
        pending = self._position.decision
        if pending is None or pending.kind != last.step.kind or pending.kind not in ROLLS:
            return False
        return pending.source is None and roller(self._position) == _roller(last)

    def _placed(self, card: JsonObject) -> Placed:
        at = write_spot(card["place"]) if "place" in card else ""
        counters, copied = card.get("counters", 0), bool(card.get("mimic"))
        paid = card.get("paid")
        return Placed(self._refs[card["h"]], counters=counters, copied=copied, paid=paid, at=at)

    def _mentioned(self) -> set[str]:
        row = any(one.place.startswith("row") for one in self._finding.differences)
        shown = self._position.projection()["row"] if row else ()
        return super()._mentioned() | set(shown)

    # ---- when

    def _told(self) -> list[Done]:
        """Choices, and a forced answer before one of its kind, whose line it would take else."""
        told: list[Done] = []
        for done in reversed(self._story.done):
            asked = (done.step.who, done.step.kind)
            if not done.forced or (told and asked == (told[-1].step.who, told[-1].step.kind)):
                told.append(done)
        return told[::-1]

    def _steps(self) -> list[Line]:
        """The lines that answer decisions; all dice of a roll are one line."""
        lines: list[Line] = []
        told = {id(done) for done in self._told()}
        last: Done | None = None
        for done in self._story.done:
            kind, do = done.step.kind, done.step.do
            if kind in ROLLS:
                step, before = Step(_roller(done), self._act(kind, do)), lines[-1:]
                if last and (last.step.kind, _roller(last)) == (kind, step.seat):
                    lines[-1] = _with_die(before[0], do["face"])
                else:
                    lines.append(step)
            elif id(done) in told:
                lines.append(
                    Step(PEOPLE[done.step.who], self._act(kind, do, done.step.legal or ()))
                )
            last = done if kind in ROLLS else None
        return lines

    def _act(self, kind: str, do: Answer, offered: Sequence[Answer] = ()) -> Act:
        verb, value = next(iter(do.items()))
        if verb == "decline":
            return Act(DECLINES.get(kind, "decline"))
        if verb in SIMPLE:
            return Act(verb)
        if verb == "mindbug":
            return Act("use-token")
        if verb in FACES or verb == "to":
            return Act(FACES.get(verb) or NEW_FACES[self._game.name], faces=(value,))
        if verb in PLAYERS:
            return Act(kind if kind in BY_CHANCE else PLAYERS[verb], player=PEOPLE[value])
        if verb == "remove":
            return Act("remove-token", token=value)
        if verb == "amount":
            return Act("spend-tokens" if kind == "tokens" else "choose-number", n=value)
        if verb == "mode" and 0 < value <= len(ORDINALS):
            return Act(verb, ordinal=ORDINALS[value - 1])
        if verb == "place":
            return Act("place-token", spot=value)
        if verb in CARDS:
            return Act("peek" if kind == "peek" else CARDS[verb], (self._ref(value),))
        if verb in ABILITIES:
            return self._ability(verb, do, offered)
        if verb == "choose":
            return self._choice(kind, value)
        raise KaijuError(f"no sentence says {canonical(do)}: write this scenario by hand")

    def _ability(self, verb: str, do: Answer, offered: Sequence[Answer]) -> Act:
        """The use of a card; which ability is said where the card has several."""
        same = [answer for answer in offered if answer.get(verb) == do[verb]]
        ref = (self._ref(do[verb]),)
        if len(same) == 1:
            return Act(verb, ref)
        return Act(f"{verb}-ability", ref, ability=do["ability"])

    def _choice(self, kind: str, chosen: Sequence[str]) -> Act:
        if kind == "reroll" and not chosen:
            return Act("keep-dice")
        if kind in SEVERAL_DICE and chosen and not any(map(HANDLE.match, chosen)):
            return Act(SEVERAL_DICE[kind], faces=tuple(chosen))
        if kind == "choose" and not chosen:
            return Act("choose-none")
        if all(one in self._refs for one in chosen) and chosen:
            return Act("choose", tuple(self._ref(one) for one in chosen))
        raise KaijuError(
            f"no sentence says {canonical({'choose': list(chosen)})}: write this scenario by hand"
        )

    # ---- then

    def _about_card(self, state: JsonObject, handle: str) -> list[Fact]:
        ref, where = self._refs[handle], self._game.where(state, handle)
        owner = where.removeprefix("before ")
        facts = self._claimed(f"{ref} is {where}" if owner == where else f"{owner} has {ref}")
        areas = [card for player in state["players"].values() for card in player["area"]]
        places = [one.place for one in self._finding.differences]
        for card in areas:
            if card["h"] == handle and any(at.endswith(f"[{handle}].counters") for at in places):
                facts.append(fact("counters", card=ref, n=card["counters"]))
            if card["h"] == handle and any(at.endswith(f"[{handle}].paid") for at in places):
                facts.append(fact("paid", card=ref, n=card["paid"]))
            if card["h"] == handle and any(at.endswith(f"[{handle}].mimic") for at in places):
                facts += [fact("mimic", card=ref)] if card.get("mimic") else []
        return facts

    def _about_table(self, state: JsonObject) -> list[Fact]:
        facts: list[Fact] = []
        for one in self._finding.differences:
            words = one.place.split(".")
            if words[0] == "players" and len(words) == 3:
                facts += self._about_monster(words[1], words[2], state["players"][words[1]])
            elif one.place in TRACKS:
                facts.append(fact("marker", track=one.place, where=state[one.place]))
            elif one.place == "turn" and state["turn"] in PEOPLE:
                facts.append(fact("turn", player=PEOPLE[state["turn"]]))
            elif one.place.startswith("row") and state["row"]:
                facts += self._about_row(state["row"])
        return facts

    def _about_monster(self, seat: str, what: str, had: JsonObject) -> list[Fact]:
        player = PEOPLE[seat]
        if what == "place" or (what == "hearts" and not had["hearts"] and "place" in had):
            return self._claimed(f"{player} is {say_place(had)}")
        if what in TOKENS:
            return [fact("tokens", player=player, n=had[what], token=what)]
        return [fact(NUMBERS[what], player=player, n=had[what])] if what in NUMBERS else []

    def _about_row(self, row: list[str]) -> list[Fact]:
        """The cards for sale; only Duel has an order of them to tell."""
        refs = tuple(self._refs[handle] for handle in row if handle in self._refs)
        is_told = self._game.name == "duel" and len(refs) == len(row)
        number = fact("table-cards", table_pile="row", n=len(row))
        return [fact("row-order", cards=refs) if is_told else number]

    def _result(self) -> Fact:
        (found,) = self._claimed(self._game.say_result(self._position))
        return found

    def _claimed(self, text: str) -> list[Fact]:
        """The claim that a sentence makes, if it is one of the language."""
        found = read_claim(self._game, text)
        return [] if found is None else [Fact(*found)]


def _roller(done: Done) -> str:
    """Whose die it was."""
    return next(PEOPLE[str(one.data["seat"])] for one in done.events if one.kind in FALLS)


def _with_die(line: Line, face: str) -> Line:
    assert isinstance(line, Step)
    return evolve(line, act=evolve(line.act, faces=(*line.act.faces, face)))
