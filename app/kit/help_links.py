"""Addresses of the documentation's pages about reason codes, for pages and terminals."""

from __future__ import annotations

import re
from typing import Final

CODE: Final = re.compile(r"[a-z_]{1,40}(\.[a-z_]{1,60})?", re.ASCII)
OWN: Final = "checker."
"""The prefix of codes from problems' own checkers, which have no pages of their own."""
UNJUDGED: Final = frozenset({"ran"})
"""Codes of runs that aren't judged."""


def find_code(code: str) -> str:
    """Return the address of a reason code's page; an empty string if there is none."""
    if code.startswith(OWN):
        return "/help/checks/checker"
    return f"/help/codes/{code}" if CODE.fullmatch(code) and code not in UNJUDGED else ""
