"""Chooses the fakes that publishing tries.

Each maker fakes the canonical solution, or if it can't, the first other solution that it can fake. Then each other
solution is faked by one maker, and the makers take turns. There are at most `MAX_FAKES` in all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grader.package.files import CANONICAL
from grader.publishing.fakes import MAKERS, make_fakes, subject_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.bundle.contents import Case
    from grader.package.files import Package
    from grader.publishing.fakes import Fake

MAX_FAKES: Final = 24
"""The maximum number of fakes that are tried."""


def choose_fakes(package: Package, samples: Sequence[Case], pool: Sequence[Case]) -> dict[str, Fake]:
    """Return the fakes to try by their full names, such as `canonical:fake.first_answer`."""
    subject = subject_of(package.problem, package.bodies, samples, pool)
    made: dict[str, dict[str, Fake]] = {}
    for file in sorted(package.accepted, key=lambda name: (name != CANONICAL, name)):
        try:
            of_solution = make_fakes(package.accepted[file], subject)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue  # It is nested too deeply for the parser.
        made[file.removesuffix(".py")] = {fake.maker.name: fake for fake in of_solution}
    chosen: dict[str, Fake] = {}
    for maker in MAKERS:
        stem = next((stem for stem, fakes in made.items() if maker in fakes), None)
        if stem is not None:
            chosen[f"{stem}:fake.{maker}"] = made[stem][maker]
    others = [(stem, list(fakes)) for stem, fakes in made.items() if f"{stem}.py" != CANONICAL and fakes]
    for turn, (stem, makers) in enumerate(others):
        maker = makers[turn % len(makers)]
        chosen.setdefault(f"{stem}:fake.{maker}", made[stem][maker])
    return dict(list(chosen.items())[:MAX_FAKES])
