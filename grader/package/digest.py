"""The digest of a problem's files, which shows whether they have changed."""

from __future__ import annotations

import hashlib
import os
import re
from typing import TYPE_CHECKING, Final

from grader.package.runnable import NestedBlockError, find_blocks

if TYPE_CHECKING:
    from pathlib import Path, PurePath


_TEXT: Final = re.compile(r"(statement|lesson|hints|solution)(\..+)?\.md")


def is_by_the_way(path: PurePath) -> bool:
    """Return whether a path below a problem's folder is none of its files: hidden, as editors' are, or Python's cache.

    `..` isn't hidden: it leads out of the folder.
    """
    return any(part in {"__pycache__", "__MACOSX"} or (part.startswith(".") and part != "..") for part in path.parts)


def digest_of_source(package_dir: Path, references_dir: Path, *, prose: bool = True) -> str:
    """Return the sha256 of a package's files and their names, in hexadecimal; links are not followed.

    Without `prose`, only the runnable blocks of texts are covered: no verdict and no trial of a publication depends on
    the rest.
    """
    digest = hashlib.sha256()
    for root in (package_dir, references_dir):
        paths = [path for path in root.rglob("*") if path.is_file() and not is_by_the_way(path.relative_to(root))]
        for path in sorted(paths):
            data = os.fsencode(path.readlink()) if path.is_symlink() else path.read_bytes()
            if not prose and path.parent == package_dir and _TEXT.fullmatch(path.name):
                data = _drop_prose(data)
                if not data:
                    continue
            digest.update(os.fsencode(f"{root.name}/{path.relative_to(root)}\0{len(data)}\0"))
            digest.update(data)
    return digest.hexdigest()


def _drop_prose(text: bytes) -> bytes:
    """Return what publishing runs of a text; all of it if it is damaged."""
    try:
        blocks = find_blocks(text.decode("utf-8-sig").replace("\r\n", "\n"))
    except (UnicodeDecodeError, NestedBlockError):
        return text
    return "\0".join(block.code for block in blocks).encode()
