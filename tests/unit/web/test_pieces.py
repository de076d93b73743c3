"""What is drawn once: for each key and language, and not while pieces of it are still being drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.kit.language import use_language
from app.kit.workers.pool import Workers
from app.web.drawing.markdown import render_inline
from app.web.drawing.pieces import Drawer, Pieces

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Upper(Workers):
    """Draws each text in upper case, at once."""

    async def run(self, who: str, function: Callable[..., str], text: str) -> str:  # type: ignore[override]
        assert who
        assert function is render_inline
        return text.upper()


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    use_language("en")
    yield
    use_language("en")


def test_each_key_and_language_is_drawn_once() -> None:
    drawer, drawn = Drawer(Upper()), list[str]()

    def draw(name: str) -> str:
        drawn.append(name)
        return name

    for _ in range(2):
        assert Pieces(drawer).draw_once(("statement", 1), lambda: draw("one")) == "one"
        assert Pieces(drawer).draw_once(("statement", 2), lambda: draw("two")) == "two"
        use_language("de")
        assert Pieces(drawer).draw_once(("statement", 1), lambda: draw("eins")) == "eins"
        use_language("en")
    assert drawn == ["one", "two", "eins"]


async def test_a_block_is_kept_only_with_all_its_pieces() -> None:
    drawer, drawn = Drawer(Upper()), list[str]()

    async def draw() -> str:
        pieces = Pieces(drawer)

        def block() -> str:
            drawn.append("block")
            return f"<p>{pieces.add(render_inline, 'a text')}</p>"

        return await pieces.insert(str(pieces.draw_once(("block",), block)), "somebody")

    assert [await draw() for _ in range(3)] == ["<p>A TEXT</p>"] * 3
    assert drawn == ["block", "block"], "with a placeholder first, then from the kept piece"
