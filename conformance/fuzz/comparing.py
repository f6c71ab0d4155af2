"""What differs between an engine and the oracle at one point of a game."""

from __future__ import annotations

import re
from functools import partial
from itertools import islice

from attrs import field, frozen

from conformance.engines.interface import NothingLegal, Trouble
from conformance.engines.rulesets import ordered_lists
from conformance.fuzz.shadow import Shadow
from conformance.fuzz.subject import NeverSettles, Refuses, Subject, same_asker
from conformance.judge.compare import ABSENT, Difference, differences
from conformance.judge.vector import say
from conformance.judge.walk import describe, legal_differences
from conformance.protocol.canonical import JsonObject, canonical, handle_order
from conformance.protocol.legal import Answer
from conformance.protocol.messages import Chance, Frame, Next, Over
from conformance.protocol.words import kept
from oracle.kernel.layout import Layout

HANDLE = re.compile(r"#\d+")
DERIVED = (".power", ".keywords", ".dice")
"""What the rest of a position makes of a creature."""
MOST_REASONS = 4
MOST_MISSING = 50

NEXT, LEGAL, CHANCE, STATE, REFUSAL, VIEW, REPLAY = (
    "next",
    "legal",
    "chance",
    "state",
    "refusal",
    "view",
    "replay",
)
PASSABLE = (LEGAL, CHANCE)
"""Differences where both still stand alike: what is in both legal sets can be answered."""
WHOSE = re.compile(r"#\d+|\bp\d\b")
FOLLOWS = frozenset(["next", "over", "turn"])
"""What is otherwise where something else is, too."""
TIMEOUT = "timeout"
TROUBLES = ("crash", TIMEOUT, "protocol-error")
ENDLESS = "asks forced decisions without end"
GAME = "game"
GROUPS = {NEXT: GAME, LEGAL: GAME, CHANCE: GAME, STATE: GAME}
"""Kinds that one and the same mistake can show in a smaller position; others stay themselves."""


@frozen
class Mismatch:
    """One way in which the engine and the oracle part."""

    kind: str
    message: str = field(converter=kept)
    differences: tuple[Difference, ...] = ()
    rules: tuple[str, ...] = ()
    stderr: str = field(default="", eq=False)
    at: str = field(default="", eq=False)
    """The kind of the decision where something else is offered."""
    about: tuple[str, ...] = ()
    """Cards that it is about though no difference names them."""

    @property
    def group(self) -> str:
        """What another mismatch must share to count as the same one made smaller."""
        if self.kind == VIEW and any(
            _named(one.got) - _named(one.want) for one in self.differences
        ):
            return "view of hidden cards"
        return GROUPS.get(self.kind, self.kind)

    @property
    def alike(self) -> str:
        """Equal for mismatches of one kind, at the same decision where one says at which."""
        return f"{self.kind} {self.at}"

    @property
    def traits(self) -> frozenset[str]:
        """What it shows, whoever and whichever cards it is about.

        That something else comes next counts only where nothing lies otherwise: it may follow.
        """
        if self.group != GAME or self.kind in PASSABLE:
            return frozenset([self.alike])
        first = {WHOSE.sub("*", one.place) for one in self.differences if not _follows(one)}
        return frozenset(first or FOLLOWS if self.differences else [self.alike])

    def resembles(self, other: Mismatch) -> bool:
        """Whether both show something in common, so that one may be the other made smaller."""
        return not self.traits.isdisjoint(other.traits)

    @property
    def signature(self) -> str:
        """Equal for mismatches that tell the same thing: the kind and the rules."""
        return self.key if self._is_of_no_rule else " ".join([self.kind, *sorted(self.rules)])

    @property
    def key(self) -> str:
        """Equal for findings that are told once: the group and the rule that tells the most."""
        return self.keys[0]

    @property
    def keys(self) -> tuple[str, ...]:
        """The key that it would have by each of its rules."""
        group = GROUPS.get(self.kind, self.kind)
        if self._is_of_no_rule:
            return (f"{group}: {re.sub('[0-9]+', '0', self.message)}",)
        return tuple(f"{group}: {rule}" for rule in self.rules)

    @property
    def _is_of_no_rule(self) -> bool:
        """Whether it tells the same thing wherever it is met; so does going on without end."""
        return self.is_trouble or not self.rules or self.message == ENDLESS

    @property
    def is_trouble(self) -> bool:
        """Whether the engine did not answer as the protocol asks."""
        return self.kind in TROUBLES


def of_trouble(trouble: Trouble) -> Mismatch:
    """The engine did not answer as the protocol asks: that is about no rule of the game."""
    return Mismatch(trouble.status, str(trouble), stderr=trouble.stderr)


def of_refusal(refuses: Refuses, shadow: Shadow) -> Mismatch:
    """The engine refused what it had offered."""
    code = refuses.rejected.code
    because = f": {refuses.rejected.message}" if refuses.rejected.message else ""
    return Mismatch(
        REFUSAL,
        f"refuses {say(refuses.answer)} ({code}{because}), which it offered itself",
        (Difference("reply", {"frame": "…"}, {"rejected": code}),),
        shadow.cited,
    )


def of_endless(_: NeverSettles, shadow: Shadow) -> Mismatch:
    """The engine never comes to a choice."""
    return Mismatch(NEXT, ENDLESS, rules=shadow.cited)


def of_nothing(nothing: NothingLegal, shadow: Shadow) -> Mismatch:
    """The engine waits for somebody who can do nothing: that is about the game."""
    want, got = shadow.next, f"{nothing.who} ({nothing.kind}), who can do nothing"
    found = (Difference("next", describe(want), got),)
    if isinstance(want, Over):
        message = f"waits for {got}, where the game is over ({want.reason})"
        return Mismatch(NEXT, message, found, tuple(shadow.pending[6]) or shadow.cited)
    if (want.who, want.kind) != (nothing.who, nothing.kind):
        return Mismatch(NEXT, f"waits for {got}, not for {describe(want)}", found, shadow.cited)
    answers = islice(want.legal, MOST_MISSING)
    missing = tuple(Difference("legal", answer, ABSENT) for answer in answers)
    message = f"offers {want.who} nothing ({want.kind})"
    return Mismatch(LEGAL, message, missing, tuple(shadow.pending[6]) or shadow.cited, at=want.kind)


# ------------------------------------------------------------------ where both stand


def compare(shadow: Shadow, subject: Subject) -> Mismatch | None:
    """Who decides what among which answers, and how the game stands."""
    want, got = shadow.next, subject.next
    frame = subject.frame
    if frame.digest is not None and frame.digest == shadow.position.digest():
        found: list[Difference] = []
    else:
        found = _state_differences(shadow, subject.state())
    if isinstance(want, Over) and (found or not same_asker(want, got)):
        went_on = _behind_the_end(shadow, subject, want)
        if went_on is not None:
            return went_on
    if not same_asker(want, got):
        return _other_next(shadow, subject, found)
    if found:
        return Mismatch(STATE, "the game stands otherwise", tuple(found), _blamed(shadow, found))
    if isinstance(want, Over) or isinstance(got, Over):
        return None
    if not want.legal.same_as(got.legal):
        return _other_legal(shadow, want, got)
    return None


def _behind_the_end(shadow: Shadow, subject: Subject, want: Over) -> Mismatch | None:
    """The engine stood where the game is over, and went on: all that differs follows from that."""
    for frame in subject.frames:
        asked, shown = frame.next, frame.state
        if shown is None and frame is subject.frame:
            shown = subject.state()
        if isinstance(asked, Over) or shown is None:
            continue
        found = _state_differences(shadow, shown)
        if all(_follows(one) or _is_derived(one) for one in found):
            return Mismatch(
                NEXT,
                f"goes on with {describe(asked)}, where the game is over ({want.reason})",
                (Difference("next", describe(want), describe(asked)), *found),
                tuple(shadow.pending[6]) or shadow.cited,
            )
    return None


def _state_differences(shadow: Shadow, got: JsonObject | None) -> list[Difference]:
    want = shadow.position.projection()
    if got is None or got == want:
        return []
    return differences(want, got, ordered=partial(ordered_lists, shadow.position.ruleset.name))


def _other_next(shadow: Shadow, subject: Subject, found: list[Difference]) -> Mismatch:
    """Another decision is pending; perhaps since the engine offered too little and went on."""
    want = shadow.next
    for frame in subject.frames[:-1]:
        asked = frame.next
        if not isinstance(want, Over) and not isinstance(asked, Over) and same_asker(want, asked):
            return _other_legal(shadow, want, asked)
    told = Difference("next", describe(want), describe(subject.next))
    return Mismatch(
        NEXT,
        ("stands otherwise and " if found else "")
        + f"waits for {describe(subject.next)}, not for {describe(want)}",
        (told, *found),
        shadow.cited,
        about=tuple(
            source
            for source in (getattr(want, "source", None), getattr(subject.next, "source", None))
            if source is not None
        ),
    )


def _other_legal(shadow: Shadow, want: Next, got: Next) -> Mismatch:
    assert not isinstance(want, Over)
    assert not isinstance(got, Over)
    kind = CHANCE if isinstance(want, Chance) else LEGAL
    found = legal_differences(want.legal, got.legal)
    answers = [one.got if one.want is ABSENT else one.want for one in found]
    reasons = [
        rule
        for answer in answers[:MOST_REASONS]
        if isinstance(answer, dict)
        for reason in shadow.position.why(answer)
        for rule in reason.rules
    ]
    return Mismatch(
        kind,
        f"offers {want.who} something else ({want.kind})",
        tuple(found),
        tuple(dict.fromkeys((*reasons, *shadow.pending[6]))),
        at=want.kind,
    )


def _blamed(shadow: Shadow, found: list[Difference]) -> tuple[str, ...]:
    """The rules of what happened; when nothing did, those that make a creature what it is."""
    explained = [rule for one in found for rule in _explained(shadow, one)]
    rules = explained if all(map(_is_derived, found)) else [*shadow.rules, *explained]
    return tuple(dict.fromkeys(rules)) or shadow.cited


def _explained(shadow: Shadow, found: Difference) -> tuple[str, ...]:
    """The rules that make a creature's power or keywords what they are."""
    if not _is_derived(found):
        return ()
    shown = shadow.position.projection()["players"].values()
    in_play = {creature["h"] for player in shown for creature in player.get("play", ())}
    handles = [handle for handle in HANDLE.findall(found.place) if handle in in_play]
    value = found.place.rpartition(".")[2]
    return tuple(
        rule for handle in handles for rule in shadow.position.explain(handle)[value].rules
    )


def _follows(found: Difference) -> bool:
    return found.place.partition(".")[0] in FOLLOWS


def _is_derived(found: Difference) -> bool:
    return found.place.endswith(DERIVED)


# ------------------------------------------------------------------ probes


def refused(shadow: Shadow, subject: Subject, do: Answer) -> Mismatch | None:
    """Whether the engine refuses an illegal answer and stays as it was."""
    told = subject.offer(do)
    if isinstance(told, Frame):
        subject.frames = [told]
        reasons = [rule for reason in shadow.position.why(do) for rule in reason.rules]
        return Mismatch(
            REFUSAL,
            f"accepts {say(do)}, which is not legal",
            (Difference("reply", {"rejected": "not-legal"}, {"frame": "…"}),),
            tuple(dict.fromkeys(reasons)) or shadow.cited,
        )
    found = _state_differences(shadow, subject.state())
    if found:
        return Mismatch(
            REFUSAL, f"refuses {say(do)} but changes the game", tuple(found), shadow.cited
        )
    return None


def viewed(shadow: Shadow, subject: Subject, seat: str) -> Mismatch | None:
    """Whether the engine shows a seat what it may know, and no card beyond."""
    want, got = shadow.position.view(seat), subject.view(seat)
    # What is asked was compared already; here it only matters which cards it names.
    asked = {**want, "decision": got.get("decision")}
    if asked == got:
        found = _leaks(want["decision"], got["decision"], set(want["cards"]))
    else:
        game = shadow.position.ruleset.name
        found = differences(asked, got, ordered=partial(ordered_lists, game))
        found += _leaks(want, got, {handle for one in found for handle in _named(one.got)})
    if not found:
        return None
    places = _seen_places(found, shadow.position.ruleset.machine.layout)
    rules = [rule for place in places for rule in shadow.position.view_rules(place)]
    return Mismatch(
        VIEW,
        f"shows {seat} something else",
        tuple(found),
        tuple(dict.fromkeys(rules)) or shadow.cited,
    )


def _leaks(want: object, got: object, known: set[str]) -> list[Difference]:
    """Cards that the engine names to a seat that may not know them, unless they are known."""
    named = _named(got) - _named(want) - known
    return [Difference("cards", ABSENT, handle) for handle in sorted(named, key=handle_order)]


def _tells_more(one: Difference) -> bool:
    """Whether the engine names a card that it should not name there."""
    return bool(_named(one.got) - _named(one.want))


def _named(value: object) -> set[str]:
    return set() if value is ABSENT else set(HANDLE.findall(canonical(value)))


def _seen_places(found: list[Difference], layout: Layout) -> list[str]:
    """The zones, counters and marks, or the cards, that differences in a view are about."""
    known = {
        thing.name
        for things in (layout.zones, layout.counters, layout.marks, layout.amounts)
        for thing in things
    }
    places = []
    for one in found:
        if one.place == "cards":
            places += sorted(_named(one.got), key=handle_order)
        words = re.split(r"[.\[\]]", one.place)
        places += [word for word in words if word in known]
    return places
