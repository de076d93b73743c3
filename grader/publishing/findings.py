"""What publishing says of what it found, in words: an author's exceptions, and the error that stops it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.errors import PublishRefusedError
from grader.judge.explain import report_error

if TYPE_CHECKING:
    from grader.judge.evidence import ErrorEvidence, FailureEvidence
    from grader.package.files import Package


def tell(error: ErrorEvidence | None) -> str:
    """Return the author's own lines of an exception's traceback."""
    return report_error(error, hidden=False).traceback if error is not None else "no reason was given"


def tell_failure(failure: FailureEvidence) -> str:
    """Return in words why a file could not be loaded."""
    lacks = {"entry_point": "the entry point", "class": f"the class {failure.name}", "arity": "the parameters"}
    return f"it lacks {lacks[failure.stage]} of problem.yaml" if failure.stage in lacks else tell(failure.error)


def refuse(package: Package, finding: str) -> PublishRefusedError:
    """Return the error that stops publishing at its first finding."""
    return PublishRefusedError(package.slug, [finding])
