"""The sources of the documentation site, and whether the built site is current; needs no installed packages."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from scripts.setup.commands import ROOT
from scripts.setup.stamps import STAMPS, digest, is_stamped

if TYPE_CHECKING:
    from pathlib import Path

SITE: Final = ROOT / "app" / "web" / "help"
"""The folder in which the site is built, and from which it is served."""
STAMP: Final = STAMPS / "help.stamp"
FOLDERS: Final = (
    "docs", "problems", "reference_solutions", "scripts/site", "grader/judge", "grader/package/specs", "app/domains",
    "app/server",
)  # fmt: skip
FILES: Final = (
    "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "requirements/docs.txt", "app/web/static/manifest.json",
    "web/styles/icon.svg",
)  # fmt: skip


def digest_sources() -> str:
    """Return the digest of everything from which the site is built."""
    files = [ROOT / name for name in FILES if (ROOT / name).is_file()]
    for name in FOLDERS:
        files += [file for file in (ROOT / name).rglob("*") if file.is_file() and "__pycache__" not in file.parts]
    return digest(files, sys.version)


def is_current(site: Path = SITE) -> bool:
    """Return whether the site exists and was built from the checkout's current files."""
    return (site / "index.html").is_file() and is_stamped(STAMP, digest_sources())
