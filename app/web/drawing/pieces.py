"""Pieces of a page that workers draw from untrusted texts, with plain text as a fallback if that takes too long.

A template's filter adds a piece, and inserts a placeholder. When the page is rendered, each placeholder is replaced by
the HTML from the worker. That is cached, since a published text never changes; so is the fact that a text can't be
drawn.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import secrets
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from markupsafe import Markup, escape

from app.kit.language import find_language
from app.kit.language import translate as _
from app.kit.workers.errors import TooHeavyError, WorkersBusyError

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from app.kit.workers.pool import Workers

MAX_KEPT: Final = 32 << 20
"""The size of a process's cache of drawn pieces, in characters; the least recently used piece is dropped first."""
MAX_PAGE_S: Final = 8.0
"""The maximum time, in seconds, that a page waits for its pieces."""


@dataclass(frozen=True)
class Piece:
    """A text, and the task that draws it."""

    function: Callable[..., str]
    text: str
    arguments: tuple[object, ...]

    @property
    def key(self) -> bytes:
        """The piece's key in the cache."""
        given = f"{self.function.__name__} {self.arguments!r} {find_language()} {self.text}"
        return hashlib.sha256(given.encode(errors="surrogatepass")).digest()

    def show_plain(self) -> str:
        """Return the text as it was written, with a sentence that explains why."""
        note = _("This text takes too long to format, so it is shown as written.")
        template = Markup('<p class="empty">{}</p><pre class="block" tabindex="0">{}</pre>')
        return str(template.format(note, escape(self.text)))


class Drawer:
    """Draws pieces in workers, and caches them."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._kept: OrderedDict[Hashable, str] = OrderedDict()
        self._size = 0

    def find(self, piece: Piece) -> str | None:
        """Return a piece's HTML if it was drawn before."""
        return self.find_kept(piece.key)

    def find_kept(self, key: Hashable) -> str | None:
        """Return what is kept under a key."""
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    async def draw(self, piece: Piece, who: str, *, keep: bool = True) -> str:
        """Return a piece as HTML, drawn on behalf of `who`; plain text if that takes too long."""
        found = self.find(piece)
        if found is not None:
            return found
        try:
            html = await self._workers.run(who, piece.function, piece.text, *piece.arguments)
        except WorkersBusyError:
            return piece.show_plain()  # Not cached: it isn't the text's fault, and may work for the next reader.
        except TooHeavyError:
            html = piece.show_plain()
        if keep:
            self.keep(piece.key, html)
        return html

    def keep(self, key: Hashable, html: str) -> None:
        """Keep HTML under a key."""
        self._size += len(html) - len(self._kept.get(key, ""))
        self._kept[key] = html
        while self._size > MAX_KEPT:
            self._size -= len(self._kept.popitem(last=False)[1])


class Pieces:
    """The pieces of one page."""

    def __init__(self, drawer: Drawer) -> None:
        self._drawer = drawer
        self._marks = secrets.token_hex(16)
        """The placeholders' prefix. It is random, so no text can imitate a placeholder."""
        self._missing: list[Piece] = []

    def add(self, function: Callable[..., str], text: str, *arguments: object) -> Markup:
        """Return the piece if it is cached, or else a placeholder for it."""
        piece = Piece(function, text, arguments)
        found = self._drawer.find(piece)
        if found is not None:
            return Markup(found)  # noqa: S704 - sanitised where it was drawn
        self._missing.append(piece)
        return Markup(f"{self._marks}:{len(self._missing) - 1};")  # noqa: S704 - digits

    def draw_once(self, key: tuple[object, ...], draw: Callable[[], str]) -> Markup:
        """Return `draw()`, or what it returned before for the same key and language.

        The key must name all that it depends on. It is drawn again until none of its pieces is missing.
        """
        whole = (*key, find_language())
        found = self._drawer.find_kept(whole)
        if found is None:
            missing = len(self._missing)
            found = draw()
            if len(self._missing) == missing:
                self._drawer.keep(whole, found)
        return Markup(found)  # noqa: S704 - a template's output

    async def insert(self, html: str, who: str) -> str:
        """Return the page with its pieces in place of the placeholders."""
        if not self._missing:
            return html
        ends = asyncio.get_running_loop().time() + MAX_PAGE_S
        drawn = []
        for piece in self._missing:
            try:
                async with asyncio.timeout_at(ends):
                    drawn.append(await self._drawer.draw(piece, who))
            except TimeoutError:
                drawn.append(piece.show_plain())
        return re.sub(rf"{self._marks}:(\d+);", lambda found: drawn[int(found[1])], html)
