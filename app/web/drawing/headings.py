"""The ids of headings in lessons and statements, for links to them."""

from __future__ import annotations

import re


def name_heading(title: str, prefix: str = "") -> str:
    """Return the id of the first heading with this title."""
    return prefix + (re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "section")
