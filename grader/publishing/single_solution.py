"""Tries one solution for its author, on the requested cases, with nothing left out of the report."""

from __future__ import annotations

import difflib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

from grader.bundle.contents import Bundle, name_draft
from grader.errors import PackageError
from grader.package.files import read_package
from grader.publishing.answers import add_expected
from grader.publishing.cases import make_cases, seed_of
from grader.publishing.context import PublishContext
from grader.publishing.earlier_checks import EarlierChecks
from grader.publishing.publish import manifest_of
from grader.publishing.support import require_support
from grader.report import Mode

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from grader.grading.client import Grader
    from grader.package.files import Package
    from grader.publishing.context import Progress
    from grader.report import Report


def try_solution(
    package_dir: Path,
    references_dir: Path,
    secret: bytes,
    grader: Grader,
    solution: str,
    case: str | None = None,
    *,
    progress: Progress = lambda _step, _done, _total: None,
    draw: int = 0,
    earlier: EarlierChecks | None = None,
) -> Report:
    """Grade a problem's solution on the case with this name, or on all cases; the report shows each case in full.

    Hidden cases run like samples: those of a sealed problem in the solution's own sandbox, without the check `sealed`.
    `draw` is the number of the draw of hidden cases. `solution` is a file's name, such as `canonical` or
    `rejected/eager.py`, or else `reference` or `starter`.

    Raises `PackageError` if there is no such solution or case, and what `grader.publishing.publish.publish` raises.
    """
    package = read_package(package_dir, references_dir)
    require_support(package.slug, package.problem, grader.stack, grader.settings)
    source = _find_source(package, solution)
    with ThreadPoolExecutor(2, thread_name_prefix="try") as executor:
        context = PublishContext(package, grader, executor, progress, earlier or EarlierChecks())
        samples, pool = make_cases(context, seed_of(package, secret, draw))
        names = [one.name for one in (*samples, *pool)]
        if case is not None and case not in names:
            raise _not_found("case", case, names, "cases.py")
        progress("reference", 0, 1)
        draft = Bundle(name_draft(package.digest), manifest_of(package), samples, pool)
        if package.problem.checks.sealed is not None:  # then no program is exported, and checks can look into it
            draft = replace(draft, samples=(*samples, *pool), pool=())
        samples, pool = add_expected(context, draft)
    chosen = tuple(one for one in (*samples, *pool) if case in (None, one.name))
    progress("solutions", 0, 1)
    return grader.grade(replace(draft, samples=chosen, pool=()), source.encode(), mode=Mode.RUN)


def _find_source(package: Package, wanted: str) -> str:
    sources = {f"accepted/{name}": text for name, text in package.accepted.items()}
    sources |= {f"rejected/{name}": text for name, text in package.rejected.items()}
    sources |= {"reference.py": package.reference, "starter.py": package.starter}
    name = wanted if wanted.endswith(".py") else f"{wanted}.py"
    found = [text for path, text in sources.items() if path == name or path.endswith(f"/{name}")]
    if len(found) == 1:
        return found[0]
    if found:
        raise PackageError(
            f"there are two solutions {name}; write accepted/{name} or rejected/{name}", file=package.slug
        )
    raise _not_found("solution", wanted, list(sources), package.slug)


def _not_found(kind: str, wanted: str, names: Sequence[str], file: str) -> PackageError:
    near = difflib.get_close_matches(wanted, names, 3, cutoff=0.4) or names[:8]
    return PackageError(f"there is no {kind} {wanted!r}; there is {', '.join(near)}", file=file)
