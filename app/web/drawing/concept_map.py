"""The concept map: problems from left to right by what they build on, one band for each track.

A problem leads to another when it teaches a concept that the other requires. All places are CSS pixels.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING, ClassVar, Final

from app.kit.language import translate as _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.domains.problems.schemas import ProblemSummary

WIDTH: Final = 200
HEIGHT: Final = 48
GAP_X: Final = 52
GAP_Y: Final = 12
TITLE: Final = 26
BAND_GAP: Final = 20
MARGIN: Final = 2
MAX_LETTERS: Final = 24
"""Letters of a name that fit a line of a box, beside the sign of what is solved or begun."""
MAX_LINES: Final = 2
LINE: Final = 17
"""Pixels from one line's baseline to the next one's."""


@dataclass(frozen=True, slots=True)
class Node:
    """A problem's box; `x` and `y` are its upper left corner."""

    width: ClassVar[int] = WIDTH
    height: ClassVar[int] = HEIGHT
    problem: ProblemSummary
    x: int
    y: int

    @property
    def lines(self) -> list[tuple[int, str]]:
        """The problem's name in lines that fit the box, each with its baseline; cut where it is longer still."""
        texts = break_name(self.problem.name)
        first = self.y + HEIGHT // 2 + 5 - (len(texts) - 1) * LINE // 2
        return [(first + number * LINE, text) for number, text in enumerate(texts)]


@dataclass(frozen=True, slots=True)
class Edge:
    """A line from a problem to one that builds on it: an SVG path, and whether the first one is solved."""

    path: str
    open: bool


@dataclass(frozen=True, slots=True)
class Band:
    """A track's title and where it stands."""

    name: str
    y: int
    done: str


@dataclass(frozen=True, slots=True)
class ConceptMap:
    """The whole picture."""

    width: int
    height: int
    bands: list[Band]
    nodes: list[Node]
    edges: list[Edge]


def break_name(name: str) -> list[str]:
    """Return a name in as few lines as fit a box, of about the same length; `…` stands for what doesn't fit."""
    greedy = wrap(name, MAX_LETTERS, max_lines=MAX_LINES, placeholder="…")
    even = (wrap(name, width) for width in range(max(1, len(name) // MAX_LINES), MAX_LETTERS))
    return next((lines for lines in even if len(lines) == len(greedy)), greedy)


def find_sources(problems: Sequence[ProblemSummary]) -> dict[str, list[str]]:
    """Return for each problem, by slug, those that teach what it requires."""
    teachers: dict[str, list[str]] = defaultdict(list)
    for problem in problems:
        for concept in problem.teaches:
            teachers[concept].append(problem.slug)
    return {
        problem.slug: sorted(
            {slug for concept in problem.requires for slug in teachers[concept] if slug != problem.slug}
        )
        for problem in problems
    }


def find_nearest_sources(sources: dict[str, list[str]]) -> dict[str, list[str]]:
    """Return the same without the sources that another source of the same problem leads from: its transitive reduction.

    A circle keeps all its edges.
    """

    def find_ancestors(slug: str, seen: set[str]) -> set[str]:
        for source in sources[slug]:
            if source not in seen:
                seen.add(source)
                find_ancestors(source, seen)
        return seen

    ancestors = {slug: find_ancestors(slug, set()) for slug in sources}
    return {
        slug: [
            one
            for one in own
            if not any(one in ancestors[other] and other not in ancestors[one] for other in own if other != one)
        ]
        for slug, own in sources.items()
    }


def _find_columns(sources: dict[str, list[str]]) -> dict[str, int]:
    """Return for each problem the length of the longest way that leads to it; a circle is cut where it closes."""
    columns: dict[str, int] = {}

    def find(slug: str, on_the_way: frozenset[str]) -> int:
        if slug not in columns:
            ways = [find(source, on_the_way | {slug}) + 1 for source in sources[slug] if source not in on_the_way]
            columns[slug] = max(ways, default=0)
        return columns[slug]

    for slug in sources:
        find(slug, frozenset({slug}))
    return columns


def draw_map(problems: Sequence[ProblemSummary]) -> ConceptMap:
    """Return the picture of these problems, which are in the order of the list."""
    sources = find_sources(problems)
    columns = _find_columns(sources)
    nodes: dict[str, Node] = {}
    bands: list[Band] = []
    top = 0
    for track in dict.fromkeys(problem.track for problem in problems):
        own = [problem for problem in problems if problem.track == track]
        solved = sum(problem.solved is True for problem in own)
        bands.append(Band(track, top, _("%(count)s of %(total)s", count=solved, total=len(own))))
        used: dict[int, int] = defaultdict(int)
        for problem in own:
            column = columns[problem.slug]
            y = top + TITLE + used[column] * (HEIGHT + GAP_Y)
            nodes[problem.slug] = Node(problem, MARGIN + column * (WIDTH + GAP_X), y)
            used[column] += 1
        top += TITLE + max(used.values()) * (HEIGHT + GAP_Y) - GAP_Y + BAND_GAP
    edges = [
        Edge(_draw_edge(nodes[source], nodes[slug]), nodes[source].problem.solved is True)
        for slug, nearest in find_nearest_sources(sources).items()
        for source in nearest
    ]
    right = max((node.x for node in nodes.values()), default=0) + WIDTH + MARGIN
    return ConceptMap(right, max(0, top - BAND_GAP + MARGIN), bands, list(nodes.values()), edges)


def _draw_edge(start: Node, end: Node) -> str:
    x1, y1 = start.x + WIDTH, start.y + HEIGHT // 2
    x2, y2 = end.x, end.y + HEIGHT // 2
    bend = max(GAP_X // 2, (x2 - x1) // 2)
    return f"M{x1} {y1}C{x1 + bend} {y1} {x2 - bend} {y2} {x2} {y2}"
