"""A card's picture: it has the right size, whatever its texts, and uses only letters in its font."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageColor

from app.web.drawing.card import HEIGHT, MAX_BARS, WIDTH, CardBar, CardPart, CardSide, draw_card, spell, take_side
from app.web.drawing.colours import LIGHT
from app.web.drawing.timeline import draw_timeline
from grader.report import CallReport


@pytest.mark.parametrize("sides", [0, 1, 2, 3])
@pytest.mark.parametrize("name", ["Wrap once", "n" * 500, "日本語", ""])
def test_a_card_has_its_size(name: str, sides: int) -> None:
    bar = CardBar(500.0, [CardPart("trace", -5.0, 1e9), CardPart("unknown", 50.0, 0.0)], "1 ms")
    drawn = draw_card(name, f"Traced {name} times", [CardSide(name, [bar] * 3, 2)] * sides)
    image = Image.open(io.BytesIO(drawn))
    assert (image.format, image.size) == ("PNG", (WIDTH, HEIGHT))


def test_a_bar_has_its_length_and_colour() -> None:
    bar = CardBar(50.0, [CardPart("trace", 0.0, 50.0)], "")
    image = Image.open(io.BytesIO(draw_card("", "", [CardSide("", [bar])]))).convert("RGB")
    purple = [x for x in range(WIDTH) if (0x5B, 0x29, 0x87) in {image.getpixel((x, y)) for y in range(200, 400, 10)}]
    assert len(purple) == pytest.approx((WIDTH - 2 * 72 - 110) / 2, abs=2)


def test_the_logo_has_the_timeline_s_colours() -> None:
    image = Image.open(io.BytesIO(draw_card("", "", []))).convert("RGB")
    shown = {image.getpixel((x, y)) for x in range(72, 120) for y in range(60, 110)}
    assert {ImageColor.getrgb(LIGHT[kind]) for kind in ("trace", "lower", "compile", "execute")} <= shown


def test_letters_that_the_font_lacks_are_replaced() -> None:
    assert spell("Größe é 日") == "Grosse e ?"


def test_more_calls_than_fit_are_counted() -> None:
    calls = [CallReport(label="", seconds=0.1, traces=0)] * (MAX_BARS + 3)
    side = take_side("A", draw_timeline(calls), ["1 ms"] * len(calls))
    assert (len(side.bars), side.more) == (MAX_BARS, 3)
