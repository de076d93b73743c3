"""How well similar solutions are found: `python -m bench.similar [SLUG ...] [--choose]`.

The honest solutions are those in `tests/truth/solutions/*/right`. For each kata and each transformation in
`tests.truth.copies`, there is one class: all honest solutions, and a transformed copy of every fourth one. The tables
show, by transformation and by kata:

first      how often the first pair in the list is a copy and its original
precision  the share of copies in the first N pairs, N being the number of copies; recall is the same at this point
recall     the share of the copies that are among the first 2 N pairs

A copy of a solution that consists only of code from the problem itself can't be found, and counts as missed.
`--choose` prints both figures for other lengths of runs and windows.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.table import Table

from app.domains.similarity import fingerprints, readings
from app.domains.similarity.ranking import StudentWork, rank
from app.domains.similarity.readings import GivenCode, read_known, read_solution
from tests.truth.copies import TRANSFORMATIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT: Final = Path(__file__).resolve().parent.parent
SOLUTIONS: Final = ROOT / "tests" / "truth" / "solutions"
SLUGS: Final = sorted(path.name for path in SOLUTIONS.iterdir())
EVERY: Final = 4
"""The step between copied solutions: every fourth honest one is copied."""
CHOICES: Final = ((5, 2), (6, 1), (6, 2), (6, 4), (8, 2), (8, 4), (12, 3), (15, 3), (23, 17))
"""Lengths of runs, and windows; the last pair is Dolos's default."""


@dataclass(frozen=True)
class Outcome:
    """The result of one class. `honest` is the number of pairs of two honest solutions among the first N."""

    slug: str
    transformation: str
    first: bool
    precision: float
    recall: float
    honest: int


def list_honest(slug: str) -> dict[str, str]:
    """Return the honest solutions of a kata, by name."""
    return {path.stem: path.read_text() for path in sorted((SOLUTIONS / slug / "right").glob("*.py"))}


def read_shipped(slug: str) -> GivenCode:
    """Return the code that a kata itself ships."""
    folder, accepted = ROOT / "problems" / slug, ROOT / "reference_solutions" / slug / "accepted"
    codes = [path.read_text() for path in sorted([*accepted.glob("*.py"), folder / "starter.py"])]
    bodies = folder / "bodies.py"
    codes += [bodies.read_text()] if bodies.exists() else []
    return read_known(codes, [path.read_text() for path in sorted(folder.glob("*.md"))])


def make_copies(honest: dict[str, str], change: Callable[[str, int], str | None]) -> dict[str, str]:
    """Return transformed copies by the name of their original: of every `EVERY`-th solution that can be transformed."""
    made = {name: change(honest[name], number) for number, name in enumerate(list(honest)[::EVERY])}
    return {name: source for name, source in made.items() if source is not None}


def judge_class(
    slug: str, transformation: str, honest: dict[str, str], works: list[StudentWork], known: GivenCode
) -> Outcome | None:
    """Return the result of a class with copies beside the honest `works`; None if no solution can be transformed."""
    copies = make_copies(honest, TRANSFORMATIONS[transformation])
    if not copies:
        return None
    works = [*works, *(StudentWork(f"{name}~", read_solution(source, known)) for name, source in copies.items())]
    pairs = rank(works).pairs
    hits = [{pair.left, pair.right} in [{name, f"{name}~"} for name in copies] for pair in pairs]
    number = len(copies)
    return Outcome(
        slug=slug,
        transformation=transformation,
        first=bool(hits and hits[0]),
        precision=sum(hits[:number]) / number,
        recall=sum(hits[: 2 * number]) / number,
        honest=sum("~" not in pair.left + pair.right for pair in pairs[:number]),
    )


def judge(slugs: list[str]) -> Iterator[Outcome]:
    """Yield the outcomes of all classes of these katas."""
    for slug in slugs:
        honest, known = list_honest(slug), read_shipped(slug)
        works = [StudentWork(name, read_solution(source, known)) for name, source in honest.items()]
        for transformation in TRANSFORMATIONS:
            outcome = judge_class(slug, transformation, honest, works, known)
            if outcome is not None:
                yield outcome


def print_outcomes(title: str, groups: dict[str, list[Outcome]]) -> None:
    """Print a line of figures for each group."""
    table = Table(title, "classes", "first", "precision", "recall", "honest pairs among them", box=None)
    for name, outcomes in groups.items():
        figures = (mean(getattr(each, figure) for each in outcomes) for figure in ("first", "precision", "recall"))
        row = [str(len(outcomes)), *(f"{figure:.2f}" for figure in figures), str(sum(o.honest for o in outcomes))]
        table.add_row(name, *row)
    Console().print(table)


def choose(slugs: list[str]) -> None:
    """Print figures for other lengths of runs and windows."""
    groups: dict[str, list[Outcome]] = {}
    for length, window in CHOICES:
        fingerprints.hash_runs.__defaults__ = (length,)
        fingerprints.winnow.__defaults__ = (window,)
        setattr(readings, "LENGTH", length)  # noqa: B010 - a constant, but for this table
        groups[f"{length} tokens, windows of {window}"] = list(judge(slugs))
    print_outcomes("choice", groups)


def main() -> None:
    """Print the requested tables."""
    parser = argparse.ArgumentParser(prog="python -m bench.similar", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("problems", nargs="*", default=SLUGS, help="the katas; all by default")
    parser.add_argument("--choose", action="store_true", help="try other lengths of runs and windows")
    options = parser.parse_args()
    if options.choose:
        choose(options.problems)
        return
    by_change: defaultdict[str, list[Outcome]] = defaultdict(list)
    by_kata: defaultdict[str, list[Outcome]] = defaultdict(list)
    for outcome in judge(options.problems):
        by_change[outcome.transformation].append(outcome)
        by_kata[outcome.slug].append(outcome)
    print_outcomes("transformation", by_change)
    print_outcomes("kata", by_kata)


if __name__ == "__main__":
    main()
