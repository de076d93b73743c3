"""The picture of a card: the cost of a solution's calls, as a PNG of 1200 by 630 pixels, the size for link previews.

Pillow's built-in font has only the letters of ASCII, so the picture is always in English, and other letters are
replaced by the nearest. The card's page has no such limit.
"""

from __future__ import annotations

import io
import unicodedata
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageDraw, ImageFont

from app.kit.workers.tasks import task
from app.web.drawing.colours import LIGHT, LIGHT_REST

if TYPE_CHECKING:
    from app.web.drawing.timeline import Timeline

WIDTH: Final = 1200
"""The width of the image, in pixels, like all lengths here."""
HEIGHT: Final = 630
MARGIN: Final = 72
GAP: Final = 48
"""The gap between two attempts side by side."""
BAR: Final = 26
"""The height of a bar."""
MAX_BARS: Final = 6
"""The maximum number of bars of an attempt."""
TIME: Final = 110
"""The width of the column of times."""
MAX_LETTERS: Final = 44
"""The maximum number of characters in a line of the sentence."""
PAPER: Final = "#fcfaf6"
"""The background, like the next two from the light theme in `web/styles/tokens.css`."""
INK: Final = "#21242b"
SOFT: Final = "#555861"
LOGO: Final = (("trace", 4, 15), ("lower", 10, 9), ("compile", 15, 6), ("execute", 20, 3))
"""The colours, positions and heights of the logo's bars, on a grid of 24, as in `base.html`."""


@dataclass(frozen=True)
class CardPart:
    """A segment of a bar, in per cent of the scale."""

    kind: str
    left: float
    width: float


@dataclass(frozen=True)
class CardBar:
    """A call: its length in per cent of the scale, its segments, and its time as text."""

    width: float
    parts: list[CardPart]
    time: str


@dataclass(frozen=True)
class CardSide:
    """The first calls of one attempt, its title, and the number of further calls."""

    title: str
    bars: list[CardBar]
    more: int = 0


def take_side(title: str, timeline: Timeline, times: list[str]) -> CardSide:
    """Return a timeline as one side of a card; `times` are its calls' times as text."""
    bars = [
        CardBar(bar.width, [CardPart(part.kind, part.left, part.width) for part in bar.parts], time)
        for bar, time in zip(timeline.bars, times, strict=True)
    ]
    return CardSide(title, bars[:MAX_BARS], max(0, len(bars) - MAX_BARS))


@task
def draw_card(name: str, sentence: str, sides: list[CardSide]) -> bytes:
    """Return a card as a PNG: the kata's `name`, the `sentence`, and at most two sides."""
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    canvas = ImageDraw.Draw(image)
    for kind, x, height in LOGO:
        canvas.rectangle((MARGIN + 2 * x - 8, 100 - 2 * height, MARGIN + 2 * x - 3, 100), fill=LIGHT[kind])
    canvas.text((MARGIN + 56, 64), "JAX Dojo", INK, ImageFont.load_default(34))
    y = 140
    canvas.text((MARGIN, y), spell(name)[:70], SOFT, ImageFont.load_default(34))
    for line in wrap(spell(sentence), MAX_LETTERS)[:2]:
        y += 62
        canvas.text((MARGIN, y), line, INK, ImageFont.load_default(50))
    shown = sides[:2]
    width = (WIDTH - 2 * MARGIN - GAP * (len(shown) - 1)) // max(1, len(shown))
    for number, side in enumerate(shown):
        _draw_side(canvas, side, MARGIN + number * (width + GAP), y + 90, width)
    written = io.BytesIO()
    image.save(written, "PNG", optimize=True)
    return written.getvalue()


def _draw_side(canvas: ImageDraw.ImageDraw, side: CardSide, left: int, top: int, width: int) -> None:
    canvas.text((left, top), spell(side.title), SOFT, ImageFont.load_default(26))
    room = width - TIME
    for number, bar in enumerate(side.bars):
        y = top + 48 + number * (BAR + 10)

        def fill(x: float, length: float, kind: str, y: int = y) -> None:
            begin = left + min(100.0, max(0.0, x)) / 100 * room
            end = min(left + room, begin + max(2.0, length / 100 * room))
            canvas.rectangle((begin, y, end, y + BAR), fill=LIGHT.get(kind, LIGHT_REST))

        fill(0, bar.width, "rest")
        for part in bar.parts:
            fill(part.left, part.width, part.kind)
        canvas.text((left + width, y - 2), spell(bar.time), INK, ImageFont.load_default(24), anchor="ra")
    if side.more:
        words = f"and {side.more} more {'call' if side.more == 1 else 'calls'}"
        canvas.text((left, top + 48 + len(side.bars) * (BAR + 10)), words, SOFT, ImageFont.load_default(22))


def spell(text: str) -> str:
    """Return text in ASCII, without accents, and with question marks for letters that have no equivalent."""
    plain = unicodedata.normalize("NFKD", text.replace("ß", "ss"))
    kept = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return kept.encode("ascii", "replace").decode()
