"""Where the kit that runs here was installed from, so that a CI server can install the same."""

from __future__ import annotations

import json
from importlib.metadata import Distribution, distribution
from typing import Any

NAME = "kaiju-rules"


def origin(installed: Distribution | None = None) -> str:
    """What pip would install to have this kit elsewhere; empty if it came from a folder.

    pip writes down where it got what does not come from an index (PEP 610); what comes from
    one is known there by its version.
    """
    found = installed or distribution(NAME)
    told = found.read_text("direct_url.json")
    if told is None:
        return f"{NAME}=={found.version}"
    direct: dict[str, Any] = json.loads(told)  # Any: whatever pip wrote
    address = str(direct.get("url", ""))
    if address.startswith("file:"):
        return ""
    if "vcs_info" in direct:
        return f"{direct['vcs_info']['vcs']}+{address}@{direct['vcs_info']['commit_id']}"
    return address
