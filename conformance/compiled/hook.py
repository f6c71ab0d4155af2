"""Puts the compiled oracle into a wheel: HATCH_BUILD_HOOK_ENABLE_CUSTOM=1 python -m build --wheel.

Without it a wheel is pure Python, which every platform can use.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledOracle(BuildHookInterface[Any]):  # Any: of whichever builder runs it
    """Compiles the modules that play and lays them beside their sources."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and tell the builder what to add."""
        root = Path(self.root)
        sys.path.insert(0, str(root))
        from conformance.compiled.building import build
        from conformance.compiled.choosing import STAMP

        folder = root / "build" / "wheel-of-compiled"
        build(root, folder, os.cpu_count() or 1)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for library in sorted(folder.rglob("*")):
            if library.is_file() and library.name != STAMP:
                place = library.relative_to(folder).as_posix()
                build_data["force_include"][str(library)] = place
