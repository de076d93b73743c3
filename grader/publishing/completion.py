"""Does what publishing with a proof postpones: compile programs, and grade the canonical solution on this machine."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

from grader.bundle.checksums import is_whole
from grader.bundle.contents import name_draft
from grader.package.files import read_package
from grader.publishing.cases import make_public_cases
from grader.publishing.context import PublishContext
from grader.publishing.program_cache import drop_cache, fill_cache, renamed_cache
from grader.report import Mode

if TYPE_CHECKING:
    from pathlib import Path

    from grader.bundle.contents import Bundle
    from grader.grading.client import Grader
    from grader.publishing.context import Progress
    from grader.report import Report


def is_complete(digest: str, compile_cache: Path) -> bool:
    """Return whether the programs of a bundle are compiled and undamaged."""
    return is_whole(compile_cache / digest)


def complete(
    package_dir: Path,
    references_dir: Path,
    bundle: Bundle,
    grader: Grader,
    progress: Progress = lambda _step, _done, _total: None,
    *,
    workers: int = 1,
) -> Report:
    """Compile the programs of a bundle that was published from these folders; return the report on its own solution.

    Raises what `grader.publishing.publish.publish` raises up to that step.
    """
    package = read_package(package_dir, references_dir)
    with ThreadPoolExecutor(workers, thread_name_prefix="complete") as executor:
        context = PublishContext(package, grader, executor, progress)
        draft = replace(bundle, digest=name_draft(bundle.digest))
        try:
            fill_cache(context, draft, make_public_cases(context))
            with renamed_cache(draft, bundle, grader):
                pass
        finally:
            drop_cache(draft, grader)
    return grader.grade(bundle, bundle.manifest.solution.encode(), mode=Mode.SUBMIT)
