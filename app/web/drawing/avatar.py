"""A user's avatar: a small timeline in the four colours, which depends only on the name."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final

KINDS: Final = ("trace", "lower", "compile", "execute")
COLUMNS: Final = 5
SIDE: Final = 40
"""The width and height of the picture, in its own units."""
WIDTH: Final = 6
GAP: Final = 1
LEAST: Final = 6
STEPS: Final = 7
STEP: Final = 4


@dataclass(frozen=True)
class AvatarBar:
    """One bar: its kind, which determines its colour as in timelines, and its position in a picture of 40 by 40."""

    kind: str
    x: int
    y: int
    width: int
    height: int


def draw_avatar(name: str) -> list[AvatarBar]:
    """Return the bars for a name; like account names, it is case-insensitive."""
    digest = hashlib.sha256(name.lower().encode()).digest()
    left = (SIDE - COLUMNS * WIDTH - (COLUMNS - 1) * GAP) // 2
    bars = []
    for column in range(COLUMNS):
        height = LEAST + STEP * (digest[column] % STEPS)
        kind = KINDS[digest[COLUMNS + column] % len(KINDS)]
        bars.append(AvatarBar(kind, left + column * (WIDTH + GAP), SIDE - 4 - height, WIDTH, height))
    return bars
