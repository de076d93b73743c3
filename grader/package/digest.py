"""The digest of a problem's files, which shows whether they have changed."""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING

from grader.package.notes import holds_notes

if TYPE_CHECKING:
    from pathlib import Path, PurePath


def is_by_the_way(path: PurePath) -> bool:
    """Return whether a path below a problem's folder is none of its files: hidden, as editors' are, or Python's cache.

    `..` isn't hidden: it leads out of the folder.
    """
    return any(part in {"__pycache__", "__MACOSX"} or (part.startswith(".") and part != "..") for part in path.parts)


def digest_of_source(package_dir: Path, references_dir: Path, *, notes: bool = True) -> str:
    """Return the sha256 of a package's files and their names, in hexadecimal; links are not followed.

    Without `notes`, those on the shown solution are left out, as no verdict depends on them.
    """
    digest = hashlib.sha256()
    for root in (package_dir, references_dir):
        paths = [path for path in root.rglob("*") if path.is_file() and not is_by_the_way(path.relative_to(root))]
        if not notes and root == package_dir:
            paths = [path for path in paths if path.parent != root or not holds_notes(path.name)]
        for path in sorted(paths):
            data = os.fsencode(path.readlink()) if path.is_symlink() else path.read_bytes()
            digest.update(os.fsencode(f"{root.name}/{path.relative_to(root)}\0{len(data)}\0"))
            digest.update(data)
    return digest.hexdigest()
