"""The domain: what can be referred to, where it stands, what a reader sees on hover."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from difflib import get_close_matches
from typing import Any, ClassVar

from attrs import frozen
from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.builders import Builder
from sphinx.domains import Domain, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

from .directives import DIRECTIVES
from .indices import INDICES

logger = logging.getLogger(__name__)

PROSE = ("card",)
"""The kinds that are called by a name of plain words."""


@frozen
class Target:
    """Where a thing stands, what it is called, and what it is in one sentence."""

    document: str
    anchor: str
    name: str
    hint: str


class KaijuDomain(Domain):
    """Rules, clauses, cards, keywords, options, rulings, scenarios and words."""

    name = "kaiju"
    label = "Kaiju"
    object_types: ClassVar = {kind: ObjType(kind, kind) for kind in DIRECTIVES}
    directives: ClassVar = dict(DIRECTIVES)
    roles: ClassVar = {
        kind: XRefRole(
            innernodeclass=nodes.inline if kind in PROSE else nodes.literal, warn_dangling=True
        )
        for kind in DIRECTIVES
    }
    indices: ClassVar = list(INDICES)
    initial_data: ClassVar = {"targets": {}, "aliases": {}}
    data_version = 1

    @property
    def targets(self) -> dict[tuple[str, str], Target]:
        """Every target by kind and id."""
        found: dict[tuple[str, str], Target] = self.data["targets"]
        return found

    def note(self, kind: str, id: str, target: Target, alias: str | None = None) -> bool:
        """Remember where something stands; False when it stands somewhere else already."""
        known = self.targets.get((kind, id))
        if known is not None and (known.document, known.anchor) != (target.document, target.anchor):
            return False
        self.targets[kind, id] = target
        if alias is not None:
            self.data["aliases"][kind, alias] = id
        return True

    def find(self, kind: str, name: str) -> Target | None:
        """The target of a reference."""
        return self.targets.get((kind, self.data["aliases"].get((kind, name), name)))

    def names_like(self, kind: str, name: str) -> list[str]:
        """What a reference that leads nowhere may have meant."""
        return get_close_matches(name, [id for each, id in self.targets if each == kind], 1)

    # ---- what Sphinx asks for

    def clear_doc(self, docname: str) -> None:
        for key in [key for key, target in self.targets.items() if target.document == docname]:
            del self.targets[key]

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        for key, target in otherdata["targets"].items():
            if target.document in docnames:
                self.targets[key] = target
        self.data["aliases"].update(otherdata["aliases"])

    def resolve_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: pending_xref,
        contnode: nodes.Element,
    ) -> nodes.reference | None:
        found = self.find(typ, target)
        if found is None:
            return None
        shown = contnode
        if not node["refexplicit"]:
            shown = contnode.__class__(found.name, found.name, classes=contnode["classes"])
        return make_refnode(
            builder, fromdocname, found.document, found.anchor, shown, f"{typ}: {found.hint}"
        )

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: pending_xref,
        contnode: nodes.Element,
    ) -> list[tuple[str, nodes.reference]]:
        found = []
        for kind in self.object_types:
            linked = self.resolve_xref(env, fromdocname, builder, kind, target, node, contnode)
            if linked is not None:
                found.append((f"kaiju:{kind}", linked))
        return found

    def get_objects(self) -> Iterable[tuple[str, str, str, str, str, int]]:
        return self._objects()

    def _objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        for (kind, id), target in self.targets.items():
            yield id, target.name, kind, target.document, target.anchor, 1


def warn_with_advice(app: object, domain: Domain | None, node: pending_xref) -> bool | None:
    """Say which thing is missing, and what may have been meant."""
    if not isinstance(domain, KaijuDomain):
        return None
    kind, name = node["reftype"], node["reftarget"]
    near = domain.names_like(kind, name)
    advice = f"did you mean {near[0]}?" if near else "see the indexes for what there is"
    logger.warning(
        "there is no %s %s: %s", kind, name, advice, location=node, type="ref", subtype=kind
    )
    return True
