"""Findings about a package: converts the grader's errors to files and lines that an editor can mark."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final
from uuid import UUID

from app.domains.authoring.schemas import PackageFinding
from app.domains.authoring.working import SOLUTIONS
from app.kit.workers.tasks import task
from grader.errors import PackageError
from grader.package.files import EQUIVALENT, EquivalentFile, read_package
from grader.package.strict_yaml import line_of, parse_yaml, read_scalar

MANIFEST: Final = "problem.yaml"
SEARCHED: Final = 8192
"""Number of characters of another problem's manifest that are searched for its uuid."""
_PLACE: Final = re.compile(r"(?P<file>[\w./-]+\.(?:md|py|yaml))(?::(?P<line>\d+))?")
_TRIAL: Final = re.compile(r"the (?:mutant|fake) (?P<name>[\w. -]+:[\w.]+) is accepted")
_OF_SOLUTIONS: Final = ("accepted/", "rejected/", "reference.py", "checker.py", "submissions.yaml", EQUIVALENT)


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
def read_findings(package: Path, references: Path, others: list[Path]) -> list[PackageFinding]:
    """Return the findings from reading a package, without running any of it; `others` are other problems' manifests."""
    try:
        uuid = read_package(package, references).problem.uuid
    except PackageError as error:
        return [from_error(error, package, references)]
    if not any(_declares(other, uuid) for other in others):
        return []
    return [
        PackageFinding(
            # The other problem isn't named: it may be private to a course that the author isn't in.
            message="another problem of this installation has the same",
            file=MANIFEST,
            line=line_of(package / MANIFEST, ("uuid",)),
            key="uuid",
            suggestion="make a new one for the younger of the two, by `uuid.uuid4()` in Python",
        )
    ]


def _declares(manifest: Path, uuid: UUID) -> bool:
    """Return whether a manifest, which may be invalid or gone, declares this uuid."""
    try:
        with manifest.open(encoding="utf-8", errors="replace") as file:
            text = file.read(SEARCHED)
    except OSError:
        return False
    if uuid.hex not in text.lower().replace("-", ""):  # Parsing each manifest would take long.
        return False
    try:
        return UUID((read_scalar(text, "uuid") or "").strip()) == uuid
    except ValueError:
        return False


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
