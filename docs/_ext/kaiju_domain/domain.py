"""The domain: what can be referred to, where it stands, what a reader sees on hover."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from difflib import get_close_matches
from typing import Any, ClassVar

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.builders import Builder
from sphinx.domains import Domain, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

from .directives import DIRECTIVES, Laws, Scenarios
from .indices import INDICES
from .places import Target, aliases, places
from .writing import PROSE

logger = logging.getLogger(__name__)

KINDS = (*DIRECTIVES, "scenario", "law")


class KaijuDomain(Domain):
    """Rules, clauses, cards, keywords, options, rulings, scenarios, laws and words."""

    name = "kaiju"
    label = "Kaiju"
    object_types: ClassVar = {kind: ObjType(kind, kind) for kind in KINDS}
    directives: ClassVar = {**DIRECTIVES, "scenarios": Scenarios, "laws": Laws}
    roles: ClassVar = {
        kind: XRefRole(
            innernodeclass=nodes.inline if kind in PROSE else nodes.literal, warn_dangling=True
        )
        for kind in KINDS
    }
    indices: ClassVar = list(INDICES)
    initial_data: ClassVar = {"shown": {}}
    data_version = 2

    @property
    def shown(self) -> dict[tuple[str, str], str]:
        """The page of everything that is shown, by kind and name."""
        found: dict[tuple[str, str], str] = self.data["shown"]
        return found

    def note(self, kind: str, name: str, document: str) -> str | None:
        """Remember that something is shown, or say why it cannot be shown there."""
        if (kind, name) in self.shown:
            return f"{kind} {name} already stands in {self.shown[kind, name]}"
        if (place := places()[kind, name].document) != document:
            return f"{kind} {name} belongs into {place}"
        self.shown[kind, name] = document
        return None

    def find(self, kind: str, name: str) -> Target | None:
        """The target of a reference."""
        key = (kind, aliases().get((kind, name), name))
        return places()[key] if key in self.shown else None

    def names_like(self, kind: str, name: str) -> list[str]:
        """What a reference that leads nowhere may have meant."""
        return get_close_matches(name, [id for each, id in self.shown if each == kind], 1)

    # ---- what Sphinx asks for

    def clear_doc(self, docname: str) -> None:
        for key in [key for key, document in self.shown.items() if document == docname]:
            del self.shown[key]

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        for key, document in otherdata["shown"].items():
            if document in docnames:
                self.shown[key] = document

    def check_consistency(self) -> None:
        for kind, name in sorted(places().keys() - self.shown.keys()):
            logger.warning("%s %s is shown nowhere", kind, name, type="kaiju", subtype=kind)

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
        for kind, name in self.shown:
            target = places()[kind, name]
            yield name, target.name, kind, target.document, target.anchor, 1
            if target.alias:  # the search shows a thing once, other projects know all its names
                yield target.alias, target.name, kind, target.document, target.anchor, -1


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
