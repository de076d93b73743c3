"""Draws source with marks and numbers on the parts that another one shares. A task, as source is untrusted."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from pygments.lexers.python import PythonLexer
from pygments.token import STANDARD_TYPES

from app.kit.workers.tasks import task

if TYPE_CHECKING:
    from collections.abc import Iterator


@task
def highlight_parts(source: str, parts: list[tuple[int, int, int]], side: str, other: str) -> str:
    """Return Python source as HTML with numbered lines.

    `parts` are the number, start and end of each part, in characters; they are sorted and don't overlap. The number
    before each part links to the same part of the source on the `other` side.
    """
    lines, line, opened = [list[str]()], 1, set[int]()
    lines[0].append(_open_line(side, line))
    for text, css, number in _cut(source, parts):
        if text == "\n":
            lines[-1].append("\n</span>")
            line += 1
            lines.append([_open_line(side, line)])
            continue
        inner = f'<span class="{css}">{escape(text)}</span>' if css else escape(text)
        if number:
            link = ""
            if number not in opened:
                opened.add(number)
                link = f'<a class="part-number" id="{side}-part-{number}" href="#{other}-part-{number}">{number}</a>'
            inner = f'<mark class="part">{link}{inner}</mark>'
        lines[-1].append(inner)
    lines[-1].append("\n</span>")
    body = "".join(piece for pieces in lines for piece in pieces)
    return f'<pre class="highlight source" tabindex="0"><code>{body}</code></pre>'


def _open_line(side: str, line: int) -> str:
    return f'<span class="source-line" id="{side}-{line}">'


def _cut(source: str, parts: list[tuple[int, int, int]]) -> Iterator[tuple[str, str, int]]:
    """Yield pieces of the source with their CSS class and the number of their part, or 0; line ends are separate."""
    left = list(reversed(parts))
    for start, kind, text in PythonLexer().get_tokens_unprocessed(source.removesuffix("\n")):
        css = _find_class(kind)
        at = 0
        while at < len(text):
            while left and left[-1][2] <= start + at:
                left.pop()
            inside = bool(left) and left[-1][1] <= start + at
            ends = [len(text)] if not left else [len(text), (left[-1][2] if inside else left[-1][1]) - start]
            if text[at] == "\n":
                yield "\n", "", 0
                at += 1
                continue
            newline = text.find("\n", at)
            end = min(*ends, newline if newline >= 0 else len(text), len(text))
            yield text[at:end], css, left[-1][0] if inside else 0
            at = end


def _find_class(kind: object) -> str:
    while kind is not None and kind not in STANDARD_TYPES:
        kind = getattr(kind, "parent", None)
    return str(STANDARD_TYPES.get(kind, ""))
