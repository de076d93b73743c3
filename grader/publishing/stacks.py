"""Whether a problem holds in other environments, too, with other versions of Python, JAX and Flax."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from grader.bundle.checksums import write_sums
from grader.errors import GraderError, PublishRefusedError, UnsupportedHereError
from grader.publishing.program_cache import fill_cache
from grader.publishing.support import require_support

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor

    from grader.bundle.contents import Bundle, Case
    from grader.grading.client import Grader
    from grader.package.files import Package


@contextmanager
def other_stack(
    package: Package,
    bundle: Bundle,
    public: tuple[Case, ...],
    grader: Grader,
    python: Path,
    executor: Executor,
    progress: Callable[[str, int, int], None],
) -> Iterator[tuple[str, Grader] | None]:
    """Yield the versions of `python` in words and a grader for it; None where the problem doesn't claim them.

    It has compiled programs of its own, filled from the `public` cases as the bundle's are. Raises
    `PublishRefusedError` where that Python can't be used.
    """
    with tempfile.TemporaryDirectory(prefix="jaxdojo-stack-") as scratch:
        cache = Path(scratch) / "compile_cache"
        other = grader.beside(python, cache)
        try:
            try:
                stack = other.stack
                require_support(package.slug, package.problem, stack, other.settings)
            except UnsupportedHereError:
                yield None
                return
            except GraderError as error:
                finding = (
                    f"the problem can't be tried with {python}, which the settings name as another Python: {error}"
                )
                raise PublishRefusedError(package.slug, [finding]) from error
            fill_cache(package, bundle, public, other, executor, progress)
            write_sums(cache / bundle.digest)
            yield stack.tell(), other
        finally:
            other.close()
