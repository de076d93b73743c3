"""What a checkout is set up for, and which locks each purpose installs."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from scripts.setup.commands import ROOT

if TYPE_CHECKING:
    from pathlib import Path


class Purpose(StrEnum):
    """A reason to set up a checkout. They are ordered: each needs everything that the ones before it need."""

    SERVE = "serve"
    RELEASE = "release"
    DEVELOPMENT = "development"
    TESTS = "tests"

    @property
    def is_development(self) -> bool:
        """Whether linters, type checkers and test tools are needed."""
        return self in {Purpose.DEVELOPMENT, Purpose.TESTS}

    def list_locks(self, *, system_node: bool) -> list[Path]:
        """Return the locks to install; build.txt also provides Node.js, in case the system has none."""
        folder = ROOT / "requirements"
        if self.is_development:
            return [folder / "dev.txt"]
        if self is Purpose.RELEASE:
            return [folder / "runtime.txt", folder / "release.txt", folder / "docs.txt"]
        if self is Purpose.SERVE and system_node:
            return [folder / "runtime.txt"]
        return [folder / "runtime.txt", folder / "build.txt"]

    def list_sufficient(self) -> list[Purpose]:
        """Return the purposes whose set-up includes everything that this one needs, itself first."""
        purposes = list(Purpose)
        return purposes[purposes.index(self) :]
