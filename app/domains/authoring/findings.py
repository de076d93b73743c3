"""What is wrong with a package, by file and line: from the grader's errors to what an editor can mark."""

from __future__ import annotations

import re
from pathlib import Path  # noqa: TC003 - a worker reads the task's types
from typing import Final

from app.domains.authoring.schemas import Finding
from app.domains.authoring.working import SOLUTIONS
from app.kit.workers.tasks import task
from grader.errors import PackageError
from grader.package.files import read_package

_PLACE: Final = re.compile(r"(?P<file>[\w./-]+\.(?:md|py|yaml))(?::(?P<line>\d+))?")
_OF_SOLUTIONS: Final = ("accepted/", "rejected/", "reference.py", "checker.py", "submissions.yaml")


@task
def read_findings(package: Path, references: Path) -> list[Finding]:
    """Return what reading a package finds wrong, without running any of it."""
    try:
        read_package(package, references)
    except PackageError as error:
        return [from_error(error, package, references)]
    return []


def from_error(error: PackageError, package: Path, references: Path) -> Finding:
    """Return a package's error with the file's path in the working copy."""
    file = error.file
    for folder, prefix in ((package, ""), (references, SOLUTIONS)):
        if file.startswith(str(folder)):
            file = prefix + file.removeprefix(str(folder)).lstrip("/")
    return Finding(message=error.message, file=file, line=error.line, key=error.key, suggestion=error.suggestion)


def from_sentence(sentence: str, package: Path, references: Path) -> Finding:
    """Return what publishing found, with the file and the line that it begins with, if it does."""
    sentence = sentence.replace(f"{references}/", SOLUTIONS).replace(f"{package}/", "")
    place = _PLACE.match(sentence)
    if place is None:
        return Finding(message=sentence)
    file = place["file"]
    if file.startswith(_OF_SOLUTIONS):
        file = SOLUTIONS + file
    return Finding(message=sentence, file=file, line=None if place["line"] is None else int(place["line"]))
