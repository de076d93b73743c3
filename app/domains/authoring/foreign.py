"""Import of other platforms' problems from one file: an archive of a folder, or a self-contained problem file.

`grader.package.importers` makes a draft of it. Nothing in the file is run.
"""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from typing import Final

from pydantic import BaseModel

from app.domains.authoring.archives import find_files
from app.kit.errors import InvalidInputError
from app.kit.language import translate as _
from app.kit.workers.tasks import task
from grader.errors import PackageError
from grader.package.importers import SUFFIXES, import_foreign
from grader.package.importers.folders import unpack_folder

MAX_NAME: Final = 100
PLAIN_NAME: Final = re.compile(r"[^A-Za-z0-9_.-]+")
"""Characters that are stripped from a file's name."""


class ForeignDraft(BaseModel):
    """A draft made from another platform's problem."""

    slug: str
    files: dict[str, bytes]
    """Its files by their paths in a working copy."""
    taken: list[str]
    """What was imported, one sentence each."""
    left: list[str]
    """What was omitted or made up, one sentence each."""


@task
def convert_foreign(data: bytes, name: str, folder: Path, slug: str | None, function: str | None) -> ForeignDraft:
    """Return a draft of the problem in `data`, the content of a file called `name`; `folder` is empty scratch space.

    Raises `InvalidInputError`.
    """
    plain = PLAIN_NAME.sub("_", PurePosixPath(name.replace("\\", "/")).name)[-MAX_NAME:].lstrip(".") or "problem"
    path = folder / plain
    try:
        if path.suffix.lower() in SUFFIXES:
            path.write_bytes(data)
        elif path.suffix.lower() == ".zip":
            path = unpack_folder(data, path.with_suffix(""), plain)
        else:
            raise InvalidInputError("file", _("Send a zip file of a folder, or a .py, .ipynb or .json file."))
        draft = import_foreign(path, slug or None, function or None)
    except PackageError as error:
        raise InvalidInputError("file", _strip(str(error), folder)) from error
    taken, left = ([_strip(line, folder) for line in lines] for lines in (draft.taken, draft.left))
    return ForeignDraft(slug=draft.slug, files=find_files(draft.pack()), taken=taken, left=left)


def _strip(text: str, folder: Path) -> str:
    """Return a message without the path of the scratch folder."""
    return text.replace(f"{folder}/", "").replace(str(folder), "")
