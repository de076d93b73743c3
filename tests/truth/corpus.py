"""The corpus: right and wrong solutions to eight problems, and the verdict that each must get.

::

    problems/<slug>/
        right.py         right solutions, written by hand
        wrong.py         wrong ones, each with the code that it must get
        equivalent.yaml  mutants that are as right as their original, each with the reason
        problem.yaml, cases.py, reference.py, checker.py
                         the problem itself, unless it is a shipped one

A solution is a cell: `# %% name`, or `# %% name [code]` in `wrong.py`. Code before the first cell is prepended to each.
Further solutions are generated: the right ones in other styles (`tests.truth.styles`), and mutants of right ones
(`grader.publishing.mutation`), which must get one of the codes that their operator names.
"""

from __future__ import annotations

import ast
import functools
import re
from dataclasses import dataclass
from pathlib import Path

from grader.package.files import EQUIVALENT, read_equivalent
from grader.publishing.mutation import OPERATORS, Operator, Target, mutate, normalise
from tests.truth.styles import STYLES

HERE = Path(__file__).parent
SLUGS = sorted(path.name for path in (HERE / "problems").iterdir() if (path / "right.py").exists())
ACCEPTED = "accepted"
_CELL = re.compile(r"^# %% (?P<name>[\w-]+)(?: \[(?P<code>[\w.]+)\])?$", re.MULTILINE)


@dataclass(frozen=True)
class Entry:
    """One solution, and its expected verdict."""

    problem: str
    name: str
    source: str
    codes: tuple[str, ...]
    """The reason codes that it may get; `error.*` stands for all with this prefix."""
    operator: Operator | None = None
    """The operator that made it, if it is a mutant."""

    @property
    def right(self) -> bool:
        """Whether it must be accepted."""
        return self.codes == (ACCEPTED,)

    def allows(self, code: str) -> bool:
        """Return whether the solution may get `code`."""
        return code in self.codes if self.operator is None or self.right else self.operator.allows(code)


def read_cells(path: Path) -> list[tuple[str, str, str]]:
    """Return the name, code (empty if there is none) and source of each cell in a file."""
    text = path.read_text(encoding="utf-8")
    found = list(_CELL.finditer(text))
    common = text[: found[0].start()]
    ends = [*(match.start() for match in found[1:]), len(text)]
    return [
        (match["name"], match["code"] or "", common + text[match.end() : end])
        for match, end in zip(found, ends, strict=True)
    ]


def by_hand(slug: str) -> list[Entry]:
    """Return the handwritten solutions to a problem."""
    folder = HERE / "problems" / slug
    right = [Entry(slug, name, source, (ACCEPTED,)) for name, _, source in read_cells(folder / "right.py")]
    wrong = [Entry(slug, name, source, (code,)) for name, code, source in read_cells(folder / "wrong.py")]
    return right + wrong


def in_other_styles(slug: str, target: Target) -> list[Entry]:
    """Return rewritten right solutions: two for each style, cycling through the originals."""
    originals = [entry for entry in by_hand(slug) if entry.right]
    entries = []
    for index, (style, rewrite) in enumerate(STYLES.items()):
        turn = index % len(originals)
        made = 0
        for original in originals[turn:] + originals[:turn]:
            changed = rewrite(ast.parse(original.source), target)
            if changed is not None and made < 1:
                made += 1
                source = ast.unparse(ast.fix_missing_locations(changed)) + "\n"
                entries.append(Entry(slug, f"{original.name}:{style}", source, (ACCEPTED,)))
    return entries


def mutants(slug: str, target: Target) -> list[Entry]:
    """Return mutants of right solutions: all mutants of the first one, and those of the others by unused operators."""
    reasons = equivalents(slug)
    entries, seen = [], set[str]()
    for original in (entry for entry in by_hand(slug) if entry.right):
        operators = [operator for name, operator in OPERATORS.items() if name not in seen]
        for mutant in mutate(original.source, target, operators):
            name = f"{original.name}:{mutant.name}"
            codes = (ACCEPTED,) if name in reasons else mutant.operator.codes
            entries.append(Entry(slug, name, mutant.source, codes, mutant.operator))
        seen |= {entry.name.partition(":")[2].partition(".")[0] for entry in entries}
    return entries


def equivalents(slug: str) -> dict[str, str]:
    """Return the names of a problem's equivalent mutants, with the reasons."""
    return read_equivalent(HERE / "problems" / slug / EQUIVALENT)


@functools.cache
def corpus(slug: str, target: Target) -> tuple[Entry, ...]:
    """Return all solutions to a problem, no two with the same syntax tree."""
    entries: dict[str, Entry] = {}
    for entry in [*by_hand(slug), *in_other_styles(slug, target), *mutants(slug, target)]:
        entries.setdefault(normalise(entry.source), entry)
    return tuple(entries.values())
