"""The digest of a problem's files, which shows whether they have changed."""

from __future__ import annotations

import hashlib
import json
import os
import re
from typing import TYPE_CHECKING, Any, Final

from grader.errors import PackageError
from grader.package.runnable import NestedBlockError, find_blocks
from grader.package.strict_yaml import load_yaml

if TYPE_CHECKING:
    from pathlib import Path, PurePath

MANIFEST: Final = "problem.yaml"


_TOLD: Final = {"name", "credits", "license", "keywords", "track", "track_position", "difficulty", "concepts"}
"""Keys of `problem.yaml` that only people and lists of problems use."""
_TEXT: Final = re.compile(r"(statement|lesson|hints|solution)(\..+)?\.md")


def is_by_the_way(path: PurePath) -> bool:
    """Return whether a path below a problem's folder is none of its files: hidden, as editors' are, or Python's cache.

    `..` isn't hidden: it leads out of the folder.
    """
    return any(part in {"__pycache__", "__MACOSX"} or (part.startswith(".") and part != "..") for part in path.parts)


def digest_of_source(package_dir: Path, references_dir: Path, *, prose: bool = True) -> str:
    """Return the sha256 of a package's files and their names, in hexadecimal; links are not followed.

    Without `prose`, only the runnable blocks of texts are covered, and of `problem.yaml` no names or descriptions: no
    verdict and no trial of a publication depends on the rest.
    """
    digest = hashlib.sha256()
    for root in (package_dir, references_dir):
        paths = [path for path in root.rglob("*") if path.is_file() and not is_by_the_way(path.relative_to(root))]
        for path in sorted(paths):
            data = os.fsencode(path.readlink()) if path.is_symlink() else path.read_bytes()
            if not prose and path.parent == package_dir:
                data = _drop_prose(path, data)
                if not data:
                    continue
            digest.update(os.fsencode(f"{root.name}/{path.relative_to(root)}\0{len(data)}\0"))
            digest.update(data)
    return digest.hexdigest()


def _drop_prose(path: Path, data: bytes) -> bytes:
    """Return the part of a problem's file that publishing checks in full; all of a file that is damaged."""
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
        if path.name == MANIFEST:
            return json.dumps(_drop_descriptions(load_yaml(text, path)[1]), sort_keys=True).encode()
        if _TEXT.fullmatch(path.name):
            return "\0".join(block.code for block in find_blocks(text)).encode()
    except (PackageError, NestedBlockError, LookupError, ValueError, TypeError, AttributeError):
        return data
    return data


def _drop_descriptions(manifest: dict[str, Any]) -> dict[str, Any]:
    """Return what `problem.yaml` declares; an exception if it isn't of that form."""
    kept = {key: value for key, value in manifest.items() if key not in _TOLD}
    for described in (kept["returns"], *kept["parameters"]):
        described.pop("about", None)
    return kept
