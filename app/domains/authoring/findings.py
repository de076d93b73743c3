"""Findings about a package: converts the grader's errors to files and lines that an editor can mark."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

from app.domains.authoring.schemas import PackageFinding
from app.domains.authoring.working import SOLUTIONS
from app.kit.workers.tasks import task
from grader.errors import PackageError
from grader.package.files import EQUIVALENT, EquivalentFile, read_package
from grader.package.strict_yaml import parse_yaml

_PLACE: Final = re.compile(r"(?P<file>[\w./-]+\.(?:md|py|yaml))(?::(?P<line>\d+))?")
_TRIAL: Final = re.compile(r"the (?:mutant|fake) (?P<name>[\w-]+:[\w.]+) is accepted")
_OF_SOLUTIONS: Final = ("accepted/", "rejected/", "reference.py", "checker.py", "submissions.yaml")


@task
def add_equivalent(text: str, name: str, reason: str) -> tuple[str, str]:
    """Return the text of `equivalent.yaml` with one more line, and what is wrong with it, empty if nothing is."""
    before = text if not text or text.endswith("\n") else f"{text}\n"
    after = f"{before}{json.dumps(name)}: {json.dumps(reason, ensure_ascii=False)}\n"
    try:
        parse_yaml(EquivalentFile, after, Path(EQUIVALENT))
    except PackageError as error:
        return text, str(error)
    return after, ""


@task
def read_findings(package: Path, references: Path) -> list[PackageFinding]:
    """Return the findings from reading a package, without running any of it."""
    try:
        read_package(package, references)
    except PackageError as error:
        return [from_error(error, package, references)]
    return []


def from_error(error: PackageError, package: Path, references: Path) -> PackageFinding:
    """Return a package's error with the file's path in the working copy."""
    file = error.file
    for folder, prefix in ((package, ""), (references, SOLUTIONS)):
        if file.startswith(str(folder)):
            file = prefix + file.removeprefix(str(folder)).lstrip("/")
    return PackageFinding(message=error.message, file=file, line=error.line, key=error.key, suggestion=error.suggestion)


def from_sentence(sentence: str, package: Path, references: Path) -> PackageFinding:
    """Return a finding of publishing, with the file and line that the sentence starts with, if any."""
    sentence = sentence.replace(f"{references}/", SOLUTIONS).replace(f"{package}/", "")
    place = _PLACE.match(sentence)
    trial = _TRIAL.match(sentence)
    if place is None:
        return PackageFinding(message=sentence, trial=None if trial is None else trial["name"])
    file = place["file"]
    if file.startswith(_OF_SOLUTIONS):
        file = SOLUTIONS + file
    return PackageFinding(message=sentence, file=file, line=None if place["line"] is None else int(place["line"]))
