"""Browser names, by which users recognise their sign-ins."""

from __future__ import annotations

from typing import Final

_FAMILIES: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
    ("curl/", "curl"),
    ("python-", "Python"),
)
"""Tokens of the `User-Agent` header and the browser families they identify.

Browsers also name those they imitate, so the order matters.
"""
_SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def name_browser(user_agent: str) -> str:
    """Return the browser's family and system, such as `Firefox, Linux`; empty if neither is known."""
    names = [next((name for word, name in known if word in user_agent), "") for known in (_FAMILIES, _SYSTEMS)]
    return ", ".join(name for name in names if name)
