"""Unpacks a zip file with another platform's folder for an importer. It is untrusted, and nothing in it is run."""

from __future__ import annotations

import io
import stat
import zipfile
import zlib
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from grader.errors import PackageError
from grader.package.files import MAX_FILE

if TYPE_CHECKING:
    from pathlib import Path

MAX_ENTRIES: Final = 2000
"""The maximum number of files and folders in an archive."""
MAX_TOTAL: Final = 32 * 2**20
"""The maximum total size of an archive's files, unpacked, in bytes."""
_UNREADABLE: Final = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError)


def unpack_folder(data: bytes, folder: Path, name: str) -> Path:
    """Unpack a zip file called `name` into `folder`, which is created; return the folder of the problem in it.

    Files that are too long for any problem, such as pictures, are left out. Raises `PackageError` for a file that can't
    be read, for links, for paths that lead out of the folder, and beyond `MAX_ENTRIES` or `MAX_TOTAL`.
    """
    folder.mkdir()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _extract(archive, folder, name)
    except _UNREADABLE as error:
        raise PackageError(f"this zip file can't be read: {error}"[:300], file=name) from error
    inner = [path for path in folder.iterdir() if path.name != "__MACOSX"]
    return inner[0] if len(inner) == 1 and inner[0].is_dir() else folder


def _extract(archive: zipfile.ZipFile, folder: Path, name: str) -> None:
    members = archive.infolist()
    if len(members) > MAX_ENTRIES:
        raise PackageError(f"it has {len(members)} entries, more than the {MAX_ENTRIES} allowed", file=name)
    room = MAX_TOTAL
    for member in members:
        target = folder / _check_path(member, name)
        if member.is_dir():
            continue
        with archive.open(member) as stream:
            content = stream.read(min(MAX_FILE, room) + 1)
        room -= len(content)
        if room < 0:
            raise PackageError(f"its files have more than the {MAX_TOTAL} bytes allowed together", file=name)
        if len(content) <= MAX_FILE:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)


def _check_path(member: zipfile.ZipInfo, name: str) -> PurePosixPath:
    path = PurePosixPath(member.filename)
    place = f"{name}: {ascii(member.filename)[1:-1][:120]}"
    if path.is_absolute() or ".." in path.parts or "\\" in member.filename or not member.filename.isprintable():
        raise PackageError("this path leads out of the archive", file=place)
    if stat.S_IFMT(member.external_attr >> 16) not in {0, stat.S_IFREG, stat.S_IFDIR}:
        raise PackageError("this is a link, or something else that is no plain file", file=place)
    return path
