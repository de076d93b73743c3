"""Finds the runnable blocks of a statement or a lesson: fenced blocks that begin with ```` ```python run ````.

Pages draw a Run button for each, and publishing runs them.
"""

from __future__ import annotations

from dataclasses import dataclass

from grader.package.fences import find_fenced


@dataclass(frozen=True)
class Block:
    """One runnable block; its code begins on `line` of the text, counted from 1."""

    line: int
    code: str


class NestedBlockError(ValueError):
    """A runnable block stands in something else, on `line` of the text, counted from 1."""

    def __init__(self, line: int) -> None:
        super().__init__("a runnable block stands in a list, a quotation or a callout")
        self.line = line


def find_blocks(text: str) -> list[Block]:
    """Return the runnable blocks of a text in Markdown, in order; raise `NestedBlockError` for one in something else.

    As in Markdown, a fence may be indented by three spaces, and a block that isn't closed goes on to the end.
    """
    blocks: list[Block] = []
    lines = text.split("\n")
    for fenced in find_fenced(lines):
        if fenced.info.split() != ["python", "run"]:
            continue
        if fenced.nested:
            raise NestedBlockError(fenced.begin + 1)
        deep, code = fenced.indent, lines[fenced.begin + 1 : fenced.end]
        blocks.append(Block(fenced.begin + 2, "".join(f"{one[:deep].lstrip(' ')}{one[deep:]}\n" for one in code)))
    return blocks
