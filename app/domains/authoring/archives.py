"""Working copies as zip files: maps paths for `grader.package.archive`, which reads and writes the files."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

from app.domains.authoring.working import SOLUTIONS, check_path
from app.kit.errors import InvalidInputError
from app.kit.language import translate as _
from app.kit.workers.tasks import task
from grader.errors import PackageError
from grader.package.archive import PackageFiles, read_archive, read_own_archive, write_archive

if TYPE_CHECKING:
    from collections.abc import Mapping


def pack(slug: str, files: Mapping[str, bytes]) -> bytes:
    """Return the files of a working copy as a zip file."""
    package = {path: content for path, content in files.items() if not path.startswith(SOLUTIONS)}
    references = {path.removeprefix(SOLUTIONS): content for path, content in files.items() if path not in package}
    return write_archive(PackageFiles(slug, package, references))


def squeeze(files: PackageFiles) -> bytes:
    """Return a problem's files in the form stored with a version, for `expand`."""
    return zlib.compress(write_archive(files))


def expand(kept: bytes) -> dict[str, bytes]:
    """Return the files that `squeeze` packed, by their paths in a working copy."""
    found = read_own_archive(zlib.decompress(kept))
    return dict(sorted(_join(found).items()))


@task
def unpack(data: bytes) -> tuple[str, dict[str, bytes]]:
    """Return the slug of the problem in a zip file, and its files by their paths in the working copy.

    Raises `InvalidInputError`.
    """
    try:
        found = read_archive(data)
    except PackageError as error:
        raise InvalidInputError("archive", str(error)) from error
    return found.slug, find_files(found)


def find_files(found: PackageFiles) -> dict[str, bytes]:
    """Return the files of a package by their paths in a working copy.

    Raises `InvalidInputError` for a path that isn't allowed there.
    """
    for path in found.package:
        if path.startswith(SOLUTIONS):
            message = _("`%(path)s` can't be in a folder: only solutions have folders.", path=path)
            raise InvalidInputError("archive", message)
    files = _join(found)
    for path in files:
        check_path(path)
    return files


def _join(found: PackageFiles) -> dict[str, bytes]:
    """Return all files of a problem by their paths in a working copy."""
    return {**found.package, **{SOLUTIONS + path: content for path, content in found.references.items()}}
