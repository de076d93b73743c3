"""Problem archives: one zip file per problem, to share, keep or upload.

::

    problems/<slug>/problem.yaml …                 as in a repository of problems
    reference_solutions/<slug>/reference.py …

A written archive depends only on the files' names and bytes, so a problem has the same archive everywhere: names are
sorted, all files have the same date and mode, and nothing is compressed, because the result would depend on the
library. An archive to be read is untrusted: nothing is extracted to disk, no file is read beyond the maximum size,
whatever size the archive claims, and anything but plain text files at plain paths is refused with an error message.
"""

from __future__ import annotations

import io
import re
import shutil
import stat
import struct
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from grader.errors import PackageError
from grader.package.digest import is_by_the_way
from grader.package.files import MAX_FILE, SLUG

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

MAX_ARCHIVE = 8 * 2**20
"""The maximum size of an archive, in bytes."""
MAX_ENTRIES = 400
"""The maximum number of files and folders in an archive."""
MAX_TOTAL = 16 * 2**20
"""The maximum total size of an archive's files, unpacked, in bytes."""
PACKAGE, REFERENCES = "problems", "reference_solutions"
FILE_NAME = re.compile(r"(?:[A-Za-z0-9][A-Za-z0-9_.-]{0,99}/){0,3}[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}")
"""A path below a problem's folder: plain segments, no hidden files and no `..`."""
TEXTS = (".py", ".md", ".yaml")
_DATE = (1980, 1, 1, 0, 0, 0)
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 0x1
_UNREADABLE = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, struct.error),
    *(EOFError, NotImplementedError, RuntimeError, OSError, ValueError, OverflowError),
)


@dataclass(frozen=True)
class PackageFiles:
    """The files of one problem, by their paths below its two folders."""

    slug: str
    package: Mapping[str, bytes]
    """The files of `problems/<slug>/`."""
    references: Mapping[str, bytes]
    """The files of `reference_solutions/<slug>/`."""

    def by_path(self) -> dict[str, bytes]:
        """Return all files by their paths in an archive, sorted."""
        folders = {PACKAGE: self.package, REFERENCES: self.references}
        paths = {f"{root}/{self.slug}/{path}": data for root, files in folders.items() for path, data in files.items()}
        return dict(sorted(paths.items()))


def collect_files(package_dir: Path, references_dir: Path) -> PackageFiles:
    """Return the files of a problem on disk; raise `PackageError` for files that aren't allowed in an archive."""
    found: list[dict[str, bytes]] = []
    for root in (package_dir, references_dir):
        files: dict[str, bytes] = {}
        for path in sorted(root.rglob("*")):
            inner = path.relative_to(root)
            if is_by_the_way(inner):
                continue
            if path.is_symlink():
                advice = "put the file itself there"
                raise PackageError("this is a link, and a problem has plain files", file=str(path), suggestion=advice)
            if path.is_file():
                if path.stat().st_size > MAX_FILE:
                    raise _too_long(str(path))
                files[_check_path(inner.as_posix(), str(path))] = _check_text(path.read_bytes(), str(path))
        found.append(files)
    return PackageFiles(package_dir.name, *found)


def write_archive(files: PackageFiles) -> bytes:
    """Return the files of a problem as a zip file, the same bytes for the same files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for path, data in files.by_path().items():
            member = zipfile.ZipInfo(path, _DATE)
            member.create_system = 3  # Unix, on every system
            member.external_attr = (stat.S_IFREG | 0o644) << 16
            archive.writestr(member, data)
    return buffer.getvalue()


def read_own_archive(data: bytes) -> PackageFiles:
    """Return the files in a zip file that `write_archive` made: no limits apply to what was published already."""
    found: dict[str, dict[str, bytes]] = {PACKAGE: {}, REFERENCES: {}}
    slug = ""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for path in archive.namelist():
            root, slug, inner = path.split("/", 2)
            found[root][inner] = archive.read(path)
    return PackageFiles(slug, found[PACKAGE], found[REFERENCES])


def read_archive(data: bytes, name: str = "the archive") -> PackageFiles:
    """Return the files in a zip file called `name`; raise `PackageError` if it isn't a valid archive."""
    if len(data) > MAX_ARCHIVE:
        raise PackageError(f"it has {len(data)} bytes, more than the {MAX_ARCHIVE} allowed", file=name)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _read_members(archive, name)
    except _UNREADABLE as error:
        raise PackageError(f"this is not a readable zip file: {error}"[:300], file=name) from error


def write_folders(files: PackageFiles, problems: Path, references: Path) -> list[Path]:
    """Write a problem's files below `problems` and `references`; return their paths.

    Raises `PackageError` if one of its folders exists, as nothing is overwritten, and `OSError`.
    """
    folders = {problems / files.slug: files.package, references / files.slug: files.references}
    for folder in folders:
        if folder.exists() or folder.is_symlink():
            advice = "move it away first, or rename the folder in the archive"
            raise PackageError("the folder exists already", file=str(folder), suggestion=advice)
    return write_new(folders)


def write_new(folders: Mapping[Path, Mapping[str, bytes]]) -> list[Path]:
    """Write the files of folders that aren't there yet; return their paths.

    Raises `OSError` if one can't be written; then none of the folders is left, so that it can be tried again.
    """
    written = []
    try:
        for folder, contents in folders.items():
            for inner, data in contents.items():
                path = folder / inner
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
                written.append(path)
    except OSError:
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)
        raise
    return written


def _read_members(archive: zipfile.ZipFile, name: str) -> PackageFiles:
    members = archive.infolist()
    if len(members) > MAX_ENTRIES:
        raise PackageError(f"it has {len(members)} entries, more than the {MAX_ENTRIES} allowed", file=name)
    found: dict[str, dict[str, bytes]] = {PACKAGE: {}, REFERENCES: {}}
    slugs, seen, total = set[str](), set[str](), 0
    for member in members:
        if is_by_the_way(PurePosixPath(member.filename)):
            archive.open(member).close()  # Raises an error if it was hidden by damage to its name.
            continue
        place = f"{name}: {ascii(member.filename)[1:-1][:120]}"
        _check_member(member, place)
        if member.is_dir():
            continue
        root, slug, inner = _split(member.filename, place)
        if member.filename.casefold() in seen:
            raise PackageError("this file is in it twice, perhaps in different case", file=place)
        seen.add(member.filename.casefold())
        slugs.add(slug)
        with archive.open(member) as stream:
            data = stream.read(MAX_FILE + 1)
        if len(data) > MAX_FILE:
            raise _too_long(place)
        total += len(data)
        if total > MAX_TOTAL:
            raise PackageError(f"its files have more than the {MAX_TOTAL} bytes allowed in all", file=name)
        found[root][inner] = _check_text(data, place)
    if len(slugs) != 1:
        message = "it has no problem" if not slugs else f"it has several problems: {', '.join(sorted(slugs))}"
        advice = f"put {PACKAGE}/SLUG/ and {REFERENCES}/SLUG/ of one problem in it"
        raise PackageError(message, file=name, suggestion=advice)
    return PackageFiles(slugs.pop(), found[PACKAGE], found[REFERENCES])


def _check_member(member: zipfile.ZipInfo, place: str) -> None:
    kind = stat.S_IFMT(member.external_attr >> 16)
    if kind not in (0, stat.S_IFDIR if member.is_dir() else stat.S_IFREG):
        raise PackageError("this is a link or a device, and a problem has plain files", file=place)
    if member.flag_bits & _ENCRYPTED:
        raise PackageError("this file is encrypted", file=place, suggestion="pack it without a password")
    if member.compress_type not in _METHODS:
        raise PackageError("this file is compressed in an unusual way", file=place, suggestion="use plain zip")


def _split(path: str, place: str) -> tuple[str, str, str]:
    """Return a member's root, slug, and path below the slug."""
    root, _, rest = path.partition("/")
    slug, _, inner = rest.partition("/")
    if root not in (PACKAGE, REFERENCES) or not SLUG.fullmatch(slug):
        advice = f"put all files below {PACKAGE}/SLUG/ and {REFERENCES}/SLUG/"
        raise PackageError("this file is outside a problem's folders", file=place, suggestion=advice)
    return root, slug, _check_path(inner, place)


def _check_path(inner: str, place: str) -> str:
    if not FILE_NAME.fullmatch(inner):
        advice = "use plain names: letters, digits, dots, dashes and underscores"
        raise PackageError("this can't be the path of a problem's file", file=place, suggestion=advice)
    return inner


def _check_text(data: bytes, place: str) -> bytes:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        advice = "save it as UTF-8" if place.endswith(TEXTS) else "take it out: a problem has text files only"
        raise PackageError("the file is not UTF-8", file=place, line=line, suggestion=advice) from error
    if "\0" in text:
        raise PackageError("the file has a NUL, so it is not text", file=place)
    return data


def _too_long(place: str) -> PackageError:
    return PackageError(f"the file has more than the {MAX_FILE} bytes allowed", file=place)
