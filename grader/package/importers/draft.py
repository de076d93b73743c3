"""Functions that all importers share: reading an untrusted folder, and writing the files of a draft."""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from grader.errors import PackageError
from grader.package.archive import PackageFiles
from grader.package.files import MAX_FILE, SLUG

if TYPE_CHECKING:
    from pathlib import Path

Model = TypeVar("Model", bound=BaseModel)
MAX_TEXT = 390
"""The maximum number of characters of a name or a sentence in a manifest."""


@dataclass
class PackageDraft:
    """A draft of an imported problem, with a report of the import."""

    slug: str
    files: dict[str, str] = field(default_factory=dict)
    """The package's files, by path below its folder."""
    solutions: dict[str, str] = field(default_factory=dict)
    """The reference solutions' files, by path below their folder."""
    taken: list[str] = field(default_factory=list)
    """The imported parts, one sentence each."""
    left: list[str] = field(default_factory=list)
    """The omitted or invented parts, one sentence each."""

    def add_yaml(self, name: str, data: dict[str, Any], *, solutions: bool = False) -> None:
        """Add a YAML file."""
        text = yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=110)
        (self.solutions if solutions else self.files)[name] = text

    def pack(self) -> PackageFiles:
        """Return the files as bytes."""
        package, references = (
            {name: text.encode("utf-8", "replace") for name, text in files.items()}
            for files in (self.files, self.solutions)
        )
        return PackageFiles(self.slug, package, references)


def choose_slug(folder: Path, slug: str | None) -> str:
    """Return the slug, or one made from the folder's name; raise `PackageError` if it isn't valid."""
    chosen = slug or re.sub(r"[^a-z0-9]+", "_", folder.resolve().name.lower()).strip("_")[:64]
    if not SLUG.fullmatch(chosen):
        advice = "give it a slug, such as my_problem (on the command line: --slug my_problem)"
        raise PackageError(f"{chosen!r} can't be a problem's name", file=str(folder), suggestion=advice)
    return chosen


def read_file(folder: Path, path: Path) -> str:
    """Return a text file below `folder`; raise `PackageError` if it is a link out of it, too large, or not text."""
    if not path.resolve().is_relative_to(folder.resolve()) or not path.is_file():
        raise PackageError("this is not a regular file in the folder", file=str(path))
    if path.stat().st_size > MAX_FILE:
        raise PackageError(f"the file has more than the {MAX_FILE} bytes allowed", file=str(path))
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise PackageError("the file is not UTF-8", file=str(path), suggestion="save it as UTF-8") from error


def parse_json(model: type[Model], text: str, path: Path) -> Model:
    """Parse the `text` of the file `path` as a `model`; raise `PackageError` for the first error."""
    try:
        return model.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(map(str, first["loc"])) or None
        raise PackageError(f"not as expected: {first['msg']}"[:300], file=str(path), key=key) from error


def find_uuid(text: object) -> str:
    """Return the uuid in a manifest, or a new one if it isn't valid."""
    try:
        return str(uuid.UUID(str(text)))
    except ValueError:
        return str(uuid.uuid4())


def shorten(text: object, default: str) -> str:
    """Return a text in a form that a manifest allows: one line, not empty, not too long."""
    return " ".join(str(text or "").split())[:MAX_TEXT] or default


def base_manifest(name: str, identifier: object) -> dict[str, Any]:
    """Return a manifest with the keys that other formats don't have."""
    return {
        "format_version": 1,
        "uuid": find_uuid(identifier),
        "name": name,
        "track": "Imported",
        "track_position": 1,
        "difficulty": 3,
        "concepts": {"teaches": ["imported"]},
    }


MADE_UP = "made up: track, difficulty and concepts, the lesson and a hint; write your own"
LESSON = "What should a learner know before this problem? The package that this was imported from does not say.\n"
HINTS = "## Hint\n\nRead the samples.\n"
