"""The figures of a coverage, as other tools read them."""

from __future__ import annotations

from conformance.coverage.measure import BookCoverage, CardCoverage, Coverage


def figures(coverage: Coverage) -> dict[str, object]:
    """Clauses by book, rules, cards by set; the same for each game in the making."""
    return {
        **_part_figures(coverage),
        "drafts": {name: _part_figures(draft) for name, draft in coverage.drafts.items()},
    }


def _part_figures(coverage: Coverage) -> dict[str, object]:
    return {
        "clauses": {name: book_figures(book) for name, book in coverage.books.items()},
        "rules": rule_figures(coverage),
        "cards": {name: set_figures(cards) for name, cards in coverage.sets.items()},
    }


def book_figures(book: BookCoverage) -> dict[str, int]:
    """How many clauses of a book are testable, covered, tested and excused."""
    return {
        "testable": len(book.testable),
        "covered": len(book.covered),
        "tested": len(book.tested),
        "excused": len(book.excused),
    }


def rule_figures(coverage: Coverage) -> dict[str, int]:
    """How many rules there are, and of how many each measure holds or is excused."""
    rules = coverage.rules.values()
    return {
        "normative": len(rules),
        "cited": sum(bool(each.cited) for each in rules),
        "executed": sum(bool(each.executed) for each in rules),
        "focused": sum(bool(each.focused) for each in rules),
        "focused_excused": sum(each.unfocused_excuse is not None for each in rules),
        "excused": sum(each.excuse is not None for each in rules),
        "two_sided": sum(each.two_sided is not None for each in rules),
        "two_sided_excused": sum(each.one_sided_excuse is not None for each in rules),
        "killed": sum(bool(each.killed) for each in rules),
        "killed_excused": sum(each.unkilled_excuse is not None for each in rules),
    }


def set_figures(cards: tuple[CardCoverage, ...]) -> dict[str, int]:
    """How many cards of a set, and abilities and keywords on them, are exercised."""
    abilities = [used for each in cards for used in each.abilities.values()]
    keywords = [used for each in cards for used in each.keywords.values()]
    return {
        "total": len(cards),
        "exercised": sum(each.is_exercised for each in cards),
        "abilities": len(abilities),
        "abilities_exercised": sum(abilities),
        "keywords": len(keywords),
        "keywords_exercised": sum(keywords),
    }
