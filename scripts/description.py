"""A release's description for a package index: README.md with links that work there.

Relative links and pictures are resolved against the source URL that `[tool.jaxdojo.release]` or RELEASE_SOURCE names.
Without one, links are replaced with their text. Standard library only, because setup.py uses it.
"""

from __future__ import annotations

import os
import re
import tomllib
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

LINK: Final = re.compile(r"(?P<picture>!?)\[(?P<words>[^\]]*)\]\((?!https?://|mailto:)(?P<target>[^)\s]+)\)")
PLACES: Final = {"Homepage": "", "Documentation": "/tree/main/docs", "Changelog": "/blob/main/CHANGELOG.md"}
PLACES_FOR_CONTRIBUTORS: Final = {"Source": "", "Issues": "/issues"}


def find_source(root: Path) -> str:
    """Return the source's URL without a trailing slash, or an empty string; raise `ValueError` for an invalid one."""
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["jaxdojo"]["release"]
    source = str(os.environ.get("RELEASE_SOURCE") or settings["source"]).rstrip("/")
    if source and not re.fullmatch(r"https://[^\s/]+(/[^\s]*)?", source):
        raise ValueError(f"The source of a release is an address that begins with https://, not {source!r}.")
    return source


def find_addresses(root: Path) -> dict[str, str]:
    """Return the project's URLs by name; none if the source isn't known."""
    source = find_source(root)
    return {name: source + place for name, place in (PLACES | PLACES_FOR_CONTRIBUTORS).items()} if source else {}


def make_description(root: Path) -> str:
    """Return README.md without relative links."""
    source = find_source(root)

    def replace(link: re.Match[str]) -> str:
        if not source:
            return link["words"]
        if link["target"].startswith("#"):
            return f"[{link['words']}]({source}{link['target']})"
        kind = "raw" if link["picture"] else "blob"
        return f"{link['picture']}[{link['words']}]({source}/{kind}/main/{link['target']})"

    return LINK.sub(replace, (root / "README.md").read_text(encoding="utf-8"))
