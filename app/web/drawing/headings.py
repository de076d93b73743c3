"""The ids of headings in lessons and statements, by which links reach them."""

from __future__ import annotations

import re


def name_heading(title: str, prefix: str = "") -> str:
    """Return the id that the first heading of this title gets."""
    return prefix + (re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "section")
