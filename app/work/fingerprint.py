"""A fingerprint file that shows at start-up that nothing needs publishing. Standard library only, to import quickly.

Every start of the service publishes changed problems, and nearly always there are none. Finding that out in full needs
the database and the grader, which take seconds to import. The file holds a digest of all files that publishing depends
on, and the paths that must still exist. Any difference triggers the full check. What brings back a problem
that was left out, such as a retired one, deletes the file: `Catalogue.forget_stamp`.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.kit.version import find_package

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.kit.settings import Settings

CODE: Final = Path(__file__).resolve().parent.parent.parent / "grader"
"""A new grader may require publishing every problem again: its revision is in `grader.publishing.publish`."""
STACK: Final = ("jax", "jaxlib", "flax")


def compute_fingerprint(settings: Settings) -> str:
    """Return a digest of the packages, the reference solutions, the publishing environment and the database's URL.

    The publishing environment is the grader's code, and the versions, device and memory of its sandbox: if they change,
    more problems' needs may be met, and programs have to be compiled again.
    """
    stack = [sys.version, *(find_package(package) for package in STACK)]
    facts = [settings.database_url, settings.device, str(settings.sandbox_memory_mb), *stack]
    digest = hashlib.sha256("\0".join(facts).encode())
    for root in (settings.problems, settings.references, CODE):
        pattern = "*.py" if root == CODE else "*/**/*"
        paths = [path for path in root.glob(pattern) if path.is_file() and not _is_by_the_way(path.relative_to(root))]
        for path in sorted(paths):
            data = path.read_bytes()
            digest.update(f"{path}\0{len(data)}\0".encode())
            digest.update(data)
    return digest.hexdigest()


def _is_by_the_way(path: Path) -> bool:
    """Return whether a file is none of a problem's: see `grader.package.digest`, which would take long to import."""
    return any(part == "__pycache__" or part.startswith(".") for part in path.parts)


def is_current(settings: Settings, *, quick: bool) -> bool:
    """Return whether the fingerprint of full publishing or, if `quick`, of either kind is current."""
    try:
        note = json.loads(settings.stamp.read_bytes())
        if note["quick"] and not quick:
            return False
        return bool(
            note["fingerprint"] == compute_fingerprint(settings) and all(Path(path).exists() for path in note["needs"])
        )
    except (OSError, ValueError, KeyError, TypeError):
        return False


def write_fingerprint(settings: Settings, needs: Iterable[Path], fingerprint: str, *, quick: bool) -> None:
    """Write `fingerprint`. Compute it before publishing begins, or changes made meanwhile are missed."""
    note = {"fingerprint": fingerprint, "quick": quick, "needs": [str(path) for path in needs]}
    scratch = settings.stamp.with_name(f".{settings.stamp.name}")
    scratch.write_text(json.dumps(note), encoding="utf-8")
    scratch.replace(settings.stamp)
