"""Tries a problem in other environments, with other versions of Python, JAX and Flax."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from grader.bundle.checksums import write_sums
from grader.errors import GraderError, PublishRefusedError, UnsupportedHereError
from grader.publishing.documents import start_texts
from grader.publishing.program_cache import fill_cache
from grader.publishing.solutions import list_findings, try_solutions
from grader.publishing.support import require_support

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.bundle.contents import Bundle, Case
    from grader.publishing.context import PublishContext


@contextmanager
def other_stack(
    context: PublishContext, bundle: Bundle, public: Sequence[Case], python: Path
) -> Iterator[PublishContext | None]:
    """Yield the context with a grader for `python`; None if the problem doesn't claim to support its versions.

    The grader has its own compiled programs, made from the `public` cases like the bundle's. Raises
    `PublishRefusedError` if that Python can't be used.
    """
    package = context.package
    with tempfile.TemporaryDirectory(prefix="jaxdojo-stack-") as scratch:
        cache = Path(scratch) / "compile_cache"
        other = context.grader.beside(python, cache)
        try:
            try:
                require_support(package.slug, package.problem, other.stack, other.settings)
            except UnsupportedHereError:
                yield None
                return
            except GraderError as error:
                finding = (
                    f"the problem can't be tried with {python}, which the settings name as another Python: {error}"
                )
                raise PublishRefusedError(package.slug, [finding]) from error
            elsewhere = replace(context, grader=other)
            fill_cache(elsewhere, bundle, public)
            write_sums(cache / bundle.digest)
            yield elsewhere
        finally:
            other.close()


def require_elsewhere(context: PublishContext, bundle: Bundle) -> None:
    """Raise `PublishRefusedError` if texts or solutions fail with the versions of the context's grader."""
    texts = start_texts(context)
    solutions = try_solutions(context, bundle)
    findings = [found for text in texts if (found := text.result().finding) is not None]
    findings += list_findings(solutions)
    if findings:
        versions = context.grader.stack.tell()
        raise PublishRefusedError(
            context.package.slug, [f"with {versions}: {finding}" for finding in findings], solutions
        )
