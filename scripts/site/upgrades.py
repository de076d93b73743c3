"""What to know about each version before an upgrade: the changelog's sections on tables, changes and security."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from scripts.site.pages import ROOT, read_page

if TYPE_CHECKING:
    from collections.abc import Iterator

MARK: Final = "<!-- notes of each version -->"
"""The place in docs/upgrading.md where the notes are inserted."""
SECTIONS: Final = ("Tables", "Changed", "Security")


def list_versions(changelog: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield each version in a changelog with its sections by heading, newest first."""
    parts = re.split(r"^## (.+)$", changelog, flags=re.MULTILINE)
    for version, text in zip(parts[1::2], parts[2::2], strict=True):
        sections = re.split(r"^### (.+)$", text, flags=re.MULTILINE)
        yield version, dict(zip(sections[1::2], sections[2::2], strict=True))


def render_notes(changelog: str) -> str:
    """Return what concerns operators in each version, with a heading for each version and section."""
    parts = []
    for version, sections in list_versions(changelog):
        parts.append(f"## {'The next version' if version == 'Unreleased' else version}\n")
        parts += [f"### {name}\n\n{sections[name].strip()}\n" for name in SECTIONS if name in sections]
    return "\n".join(parts)


def insert_notes(page: str) -> str:
    """Return docs/upgrading.md with the notes."""
    return page.replace(MARK, render_notes(read_page(ROOT / "CHANGELOG.md")))
