"""The site's version of the handwritten pages: the same text, with links to the site's pages.

A link to a page leads to that page; a link to a section of a page that the site splits (`checks.md#prng`) leads to that
section's page. If the site doesn't have the target, such as a module, only the link's text is kept: the reader of a
page needn't have the repository.
"""

from __future__ import annotations

import os
import re
from pathlib import Path, PurePosixPath
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
TOP: Final = {
    "README.md": "overview",
    "CONTRIBUTING.md": "contributing",
    "CHANGELOG.md": "changelog",
    "docs/checks.md": "checks/index",
}
"""Names on the site of pages that differ from `docs/NAME.md`, by path."""
SPLIT: Final = {"docs/checks.md": "checks"}
"""Folders for the sections of split pages, by the page's path."""
MADE: Final = re.compile(r"^Made by `scripts/[^\n]*\n\n", re.MULTILINE)
LINK: Final = re.compile(
    r"^ *```.*?^ *```|\[(?P<text>(?:`[^`\n]*`|[^\]`])*)\]\((?P<link>[^)\s]+)\)|`[^`\n]+`", re.MULTILINE | re.DOTALL
)
"""A link; or code, which contains no links."""


class LinkError(Exception):
    """A link leads nowhere; the message names the page and the link."""


def list_written() -> dict[str, Path]:
    """Return each handwritten page, by its name on the site."""
    files = [*(ROOT / name for name in TOP if "/" not in name), *sorted((ROOT / "docs").rglob("*.md"))]
    return {name_page(file): file for file in files if str(file.relative_to(ROOT)) not in SPLIT}


def name_page(file: Path) -> str:
    """Return the site's name for a page of the repository."""
    path = file.relative_to(ROOT).as_posix()
    return TOP.get(path, path.removeprefix("docs/").removesuffix(".md"))


def read_page(file: Path) -> str:
    """Return the site's version of a page of the repository; raises `LinkError`."""
    text = MADE.sub("", file.read_text(encoding="utf-8"))
    return LINK.sub(lambda found: _lead(file, found["text"], found["link"]) if found["link"] else found[0], text)


def _lead(file: Path, text: str, link: str) -> str:
    """Return the site's version of a link in `file`."""
    if re.match(r"[a-z]+:", link) or link.startswith("#"):
        return f"[{text}]({link})"
    path, _, anchor = link.partition("#")
    target = Path(os.path.normpath(file.parent / path))
    if not target.is_relative_to(ROOT) or not target.exists():
        raise LinkError(f"{file.relative_to(ROOT)}: {link} leads nowhere")
    known = target.relative_to(ROOT).as_posix()
    if target == ROOT / "docs" / "decisions":
        known, target = "docs/decisions/README.md", target / "README.md"
    if not known.endswith(".md") or not (known in TOP or known.startswith("docs/")):
        return text
    page = name_page(target)
    if anchor and known in SPLIT:
        page, anchor = f"{SPLIT[known]}/{anchor}", ""
    here = PurePosixPath(name_page(file)).parent
    way = os.path.relpath(page, here)
    return f"[{text}]({way}.md{'#' + anchor if anchor else ''})"
