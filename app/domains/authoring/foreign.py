"""Problems of other platforms, sent as one file: an archive of a folder, or a file that is a problem by itself.

`grader.package.importers` makes a draft of it. Nothing of what is sent is run.
"""

from __future__ import annotations

import re
import stat
import zipfile
import zlib
from pathlib import Path, PurePosixPath
from typing import Final

from pydantic import BaseModel

from app.domains.authoring.archives import find_files
from app.kit.errors import InvalidInputError
from app.kit.language import translate as _
from app.kit.workers.tasks import task
from grader.errors import PackageError
from grader.package.files import MAX_FILE
from grader.package.importers import SUFFIXES, import_foreign

MAX_ENTRIES: Final = 2000
"""The maximum number of files and folders in an archive."""
MAX_TOTAL: Final = 32 * 2**20
"""The maximum number of bytes of an archive's files together, unpacked."""
MAX_NAME: Final = 100
PLAIN_NAME: Final = re.compile(r"[^A-Za-z0-9_.-]+")
"""What a file's name is stripped of."""
UNREADABLE: Final = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError)


class ForeignDraft(BaseModel):
    """A draft that was made of another platform's problem."""

    slug: str
    files: dict[str, bytes]
    """Its files by their paths in a working copy."""
    taken: list[str]
    """What was taken over, one sentence each."""
    left: list[str]
    """What was left out, or made up, one sentence each."""


@task
def convert_foreign(data: bytes, name: str, folder: Path, slug: str | None, function: str | None) -> ForeignDraft:
    """Return a draft of the problem in `data`, the content of a file called `name`; `folder` is empty, and for scratch.

    Raises `InvalidInputError`.
    """
    plain = PLAIN_NAME.sub("_", PurePosixPath(name.replace("\\", "/")).name)[-MAX_NAME:].lstrip(".") or "problem"
    path = folder / plain
    try:
        if path.suffix in SUFFIXES:
            path.write_bytes(data)
        elif path.suffix == ".zip":
            path = _lay_out(data, folder / (path.stem or "problem"))
        else:
            raise InvalidInputError("file", _("Send a zip file of a folder, or a file in .py, .ipynb or .json."))
        draft = import_foreign(path, slug or None, function or None)
    except PackageError as error:
        raise InvalidInputError("file", _strip(str(error), folder)) from error
    taken, left = ([_strip(line, folder) for line in lines] for lines in (draft.taken, draft.left))
    return ForeignDraft(slug=draft.slug, files=find_files(draft.pack()), taken=taken, left=left)


def _strip(text: str, folder: Path) -> str:
    """Return a message without the folder in which the problem was laid out."""
    return text.replace(f"{folder}/", "").replace(str(folder), "")


def _lay_out(data: bytes, folder: Path) -> Path:
    """Unpack an archive below `folder`; return the folder of the problem in it. Raises `InvalidInputError`.

    Links, paths that lead elsewhere and archives that are too large are refused; files that are too long for any
    problem, such as pictures, are left out.
    """
    try:
        with zipfile.ZipFile(folder.parent / _write(data, folder)) as archive:
            members = archive.infolist()
            if len(members) > MAX_ENTRIES:
                raise InvalidInputError("file", _("The archive has more than %(most)s entries.", most=MAX_ENTRIES))
            room = MAX_TOTAL
            for member in members:
                target = folder / _check_path(member)
                if member.is_dir():
                    continue
                with archive.open(member) as stream:
                    content = stream.read(min(MAX_FILE, room) + 1)
                room -= len(content)
                if room < 0:
                    raise InvalidInputError("file", _("The files of the archive are too large together."))
                if len(content) <= MAX_FILE:
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_bytes(content)
    except UNREADABLE as error:
        raise InvalidInputError("file", _("This zip file can't be read.")) from error
    return _find_root(folder)


def _write(data: bytes, folder: Path) -> str:
    folder.mkdir()
    path = folder.with_suffix(".archive")
    path.write_bytes(data)
    return path.name


def _check_path(member: zipfile.ZipInfo) -> PurePosixPath:
    path = PurePosixPath(member.filename)
    kind = stat.S_IFMT(member.external_attr >> 16)
    if path.is_absolute() or ".." in path.parts or "\\" in member.filename or not member.filename.isprintable():
        raise InvalidInputError("file", _("The archive has a path that leads out of it."))
    if kind not in {0, stat.S_IFREG, stat.S_IFDIR}:
        raise InvalidInputError("file", _("The archive has a link, or something else that is no plain file."))
    return path


def _find_root(folder: Path) -> Path:
    """Return the only folder in a folder, or the folder itself where it has more, or files."""
    inner = [path for path in folder.iterdir() if path.name != "__MACOSX"]
    return inner[0] if len(inner) == 1 and inner[0].is_dir() else folder
