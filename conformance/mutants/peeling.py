"""Names what an engine misreads: the misreading that explains most, then those of the rest.

The committed marks say which misreadings come into question. None is named before it has been
played: in force, together with those named already, it must show on the vectors that it fails
what the engine shows there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from attrs import evolve, field, frozen

from conformance.judge.results import Result
from conformance.mutants.catalogue import by_id, mutants_of
from conformance.mutants.games import GAMES, game_of
from conformance.mutants.judging import CRASH, mark
from conformance.mutants.replaying import Misreadings, Replays, Shown
from conformance.mutants.table import committed

PRECISE = 0.75
"""How much of what a misreading fails an engine must fail in exactly the same way."""
MORE_THAN_CHANCE = 0.02
"""How much of what is still unexplained a misreading must explain."""
TRIED = 16
"""Candidates that are played before one is named; of a single failure all are."""
TRIED_IN_PAIRS = 8
NAMED_AT_ONCE = 3
"""Misreadings that fit equally well are named if there are no more of them."""
MOST = 40
"""Misreadings of one engine."""
REST_TRIED = 60
"""Failures that are played once more, with what is named in force, when nothing more fits."""


@frozen
class Named:
    """Misreadings that explain failures, and the failures: more than one if all fit equally."""

    mutants: tuple[str, ...]
    explains: frozenset[str]


@frozen
class Unnamed:
    """Failures that too many misreadings fit for any to be named."""

    fitting: int
    explains: frozenset[str]


@frozen
class Explanation:
    """What an engine misreads, the widest first; `unnamed` has what fits too much."""

    named: tuple[Named, ...] = ()
    unnamed: tuple[Unnamed, ...] = ()


def explain(failing: Iterable[Result], passing: Iterable[str], replays: Replays) -> Explanation:
    """Explain failures by misreadings that show the same."""
    return _Peeling(list(failing), frozenset(passing), replays).explanation()


@frozen
class _Candidate:
    """A misreading that may fit, and how much more it may explain than contradict."""

    mutant: str
    likely: int
    """Going by the marks."""
    at_most: int


@frozen
class _Fit:
    """How a misreading fits, with those named before in force beside it."""

    mutant: str
    explains: frozenset[str]
    """The failures where it shows what the engine shows."""
    news: frozenset[str]
    """Those of them that nothing else has explained."""
    contradicts: frozenset[str] = field(repr=False)

    @property
    def is_precise(self) -> bool:
        return len(self.explains) >= PRECISE * (len(self.explains) + len(self.contradicts))

    @property
    def score(self) -> tuple[int, int]:
        return len(self.news) - len(self.contradicts), len(self.news)


class _Peeling:
    def __init__(self, failing: list[Result], passing: frozenset[str], replays: Replays) -> None:
        self._replays = replays
        known = {result.id: result for result in failing if result.id in replays.vectors}
        self._seen: dict[str, Shown] = {id: Shown.by(result) for id, result in known.items()}
        self._marks = {id: mark(one.step, one.differences) for id, one in known.items()}
        self._judged = (passing | known.keys()) & replays.vectors.keys()
        self._left = set(known)
        self._named: list[Named] = []
        self._unnamed: list[Unnamed] = []
        self._theirs = _failed_by(self._judged, replays)

    def explanation(self) -> Explanation:
        while self._left and len(self._named) < MOST:
            fits = self._fits() or self._fitting_pair()
            if not fits:
                break
            self._accept(fits)
        self._drop_superfluous()
        self._explain_rest()
        return Explanation(tuple(self._named), tuple(self._unnamed))

    # ---- candidates

    def _candidates(self) -> list[_Candidate]:
        """The misreadings that may fit what is left, those first that may explain most of it.

        One that fails too much of what the engine passes cannot fit, unless others hide it there.
        """
        in_force = self._in_force
        hidden = {vector for one in in_force for vector in self._theirs[one]}
        found = []
        for id, marks in self._theirs.items():
            left = [vector for vector in marks if vector in self._left]
            if not left or id in in_force:
                continue
            failed = sum(vector in self._seen for vector in marks)
            passed = sum(vector not in self._seen and vector not in hidden for vector in marks)
            if failed >= PRECISE * (failed + passed):
                same = sum(marks[vector] == self._marks[vector] for vector in left)
                found.append(_Candidate(id, same - passed, len(left) - passed))
        by_marks = sorted(found, key=lambda one: (-one.likely, -one.at_most))
        if len(self._left) == 1:
            return by_marks
        by_vectors = sorted(found, key=lambda one: -one.at_most)  # auto-choices have other marks
        return list(dict.fromkeys([*by_marks[: TRIED // 2], *by_vectors[: TRIED // 2]]))

    @property
    def _in_force(self) -> Misreadings:
        return frozenset(one.mutants[0] for one in self._named)

    # ---- playing them

    def _fit(self, mutant: str, beside: Misreadings) -> _Fit:
        """How a misreading fits on the vectors that it fails, with others in force beside it."""
        beside = frozenset(one for one in beside if _game(one) == _game(mutant))
        explains, contradicts = set(), set()
        by_company: dict[Misreadings, list[str]] = {}
        for vector in self._theirs[mutant]:
            company = frozenset(one for one in beside if vector in self._theirs[one])
            by_company.setdefault(company | {mutant}, []).append(vector)
        for company, vectors in by_company.items():
            for vector, shown in self._replays.shown(company, vectors).items():
                if shown is None:
                    continue
                seen = self._seen.get(vector)
                if seen and vector in self._left and beside and self._explained_by(beside, vector):
                    continue  # without it the same would be shown
                if shown == seen or (seen and self._explained_by(beside | {mutant}, vector)):
                    explains.add(vector)
                elif seen is not None or shown.status != "pass":
                    contradicts.add(vector)
        return _Fit(
            mutant, frozenset(explains), frozenset(explains & self._left), frozenset(contradicts)
        )

    def _fits(self) -> list[_Fit]:
        """The misreadings that fit best, all equally."""
        beside, fits, best = self._in_force, list[_Fit](), 0
        for candidate in self._candidates():
            if candidate.at_most < best:
                continue
            fit = self._fit(candidate.mutant, beside)
            if self._is_good(fit):
                fits.append(fit)
                best = max(best, fit.score[0])
        return self._best(fits)

    def _best(self, fits: Iterable[_Fit]) -> list[_Fit]:
        good = [fit for fit in fits if self._is_good(fit)]
        if not good:
            return []
        best = max(fit.score for fit in good)
        first = next(fit for fit in good if fit.score == best)
        return [fit for fit in good if fit.score == best and fit.news == first.news]

    def _is_good(self, fit: _Fit) -> bool:
        is_more = bool(fit.news) and len(fit.news) >= MORE_THAN_CHANCE * len(self._left)
        return fit.is_precise and is_more

    def _fitting_pair(self) -> list[_Fit]:
        """The better half of two misreadings that hide each other: each fits beside the other."""
        beside = self._in_force
        likely = [one.mutant for one in self._candidates()[:TRIED_IN_PAIRS]]
        for one, other in combinations(likely, 2):
            if _game(one) != _game(other):
                continue
            first, second = self._fit(one, beside | {other}), self._fit(other, beside | {one})
            if self._best([first]) and self._best([second]):
                return [max(first, second, key=lambda fit: fit.score)]
        return []

    def _accept(self, fits: list[_Fit]) -> None:
        news = fits[0].news
        explains = frozenset[str]().union(*(fit.explains for fit in fits))
        self._left -= news
        if len(fits) > NAMED_AT_ONCE:
            self._unnamed.append(Unnamed(len(fits), news))
            return
        self._named.append(Named(tuple(fit.mutant for fit in fits), explains))
        self._explain_together()

    def _explain_together(self) -> None:
        """Set aside what only several of the named misreadings together explain."""
        newest = self._named[-1].mutants[0]
        together = frozenset(one for one in self._in_force if _game(one) == _game(newest))
        if len(together) == 1:
            return
        for vector in sorted(self._left):
            company = frozenset(one for one in together if vector in self._theirs[one])
            tried = [company, together] if len(company) > 1 else [together] if company else []
            if any(self._explained_by(each, vector) for each in tried):
                self._left.discard(vector)
                last = self._named[-1]
                self._named[-1] = evolve(last, explains=last.explains | {vector})

    def _explained_by(self, company: Misreadings, vector: str) -> bool:
        return self._replays.shown(company, [vector])[vector] == self._seen[vector]

    # ---- at the end

    def _drop_superfluous(self) -> None:
        """Take back what those named later explain as well."""
        for one in list(self._named):
            others = [other for other in self._named if other is not one]
            if others and all(self._is_explained_by(others, vector) for vector in one.explains):
                self._named = others

    def _is_explained_by(self, named: list[Named], vector: str) -> bool:
        game = game_of(self._replays.vectors[vector].game)
        ids = frozenset(one.mutants[0] for one in named if _game(one.mutants[0]) == game)
        company = frozenset(id for id in ids if vector in self._theirs[id])
        return bool(company) and any(self._explained_by(each, vector) for each in (company, ids))

    def _explain_rest(self) -> None:
        """Give what is named all that it shows besides: counts, which have no marks, and more."""
        for vector in sorted(self._left)[:REST_TRIED]:
            for at, company in self._companies(game_of(self._replays.vectors[vector].game)):
                can_be_said = all(self._replays.can_be_said(by_id()[id], vector) for id in company)
                if can_be_said and self._explained_by(company, vector):
                    one = self._named[at]
                    self._named[at] = evolve(one, explains=one.explains | {vector})
                    break

    def _companies(self, game: str) -> Iterator[tuple[int, Misreadings]]:
        """Each named misreading of a game alone, then any two of them, then all."""
        alone = [(at, one.mutants[0]) for at, one in enumerate(self._named)]
        alone = [(at, id) for at, id in alone if _game(id) == game]
        for at, id in alone:
            yield at, frozenset({id})
        for (at, id), (_, other) in combinations(alone, 2):
            yield at, frozenset({id, other})
        if len(alone) > 2:
            yield alone[0][0], frozenset(id for _, id in alone)


def _failed_by(judged: Iterable[str], replays: Replays) -> dict[str, dict[str, str]]:
    """For each mutant the judged vectors that it fails without crashing, with their marks."""
    wanted, signatures = frozenset(judged), committed()
    judged_games = {game_of(replays.vectors[vector].game) for vector in wanted}
    games = [game for game in GAMES if game in judged_games]
    found: dict[str, dict[str, str]] = {}
    for id, mutant in ((one.id, one) for game in games for one in mutants_of(game)):
        theirs = {
            vector: how
            for vector, how in signatures.marks.get(id, {}).items()
            if vector in wanted and how != CRASH and replays.can_be_said(mutant, vector)
        }
        if theirs:
            found[id] = theirs
    return found


def _game(mutant: str) -> str:
    return by_id()[mutant].game
