"""A cache of the outcomes of a problem's earlier checks, so that the next check tries only what changed.

Each outcome is a file that is named by the sha256 of everything it depends on: the grader's own sources, the versions
in the sandbox, the machine, the settings, and the inputs of the step. So nothing has to be invalidated, and no order of
edits can bring back a wrong outcome. Only what passed is kept: a failure is shown, and tried again. Cached outcomes
never reach a published bundle, since publishing in full doesn't read them.
"""

from __future__ import annotations

import functools
import hashlib
import os
import platform
import secrets
import shutil
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import grader
from grader.bundle.contents import encode_bundle

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.bundle.contents import Bundle
    from grader.grading.client import Grader

KEPT_SECONDS: Final = 30 * 24 * 3600.0
"""Outcomes that have not been used for this many seconds are deleted."""
TEXTS: Final = (
    *("slug", "name", "track", "license", "credits", "statement", "lesson", "starter", "solution", "notes"),
    *("warmup", "hints", "keywords", "translations", "track_position", "difficulty"),
)
"""Parts of a manifest that don't affect any verdict."""


@dataclass(frozen=True)
class EarlierChecks:
    """A folder of outcomes, which several processes may share. Without a folder nothing is known."""

    folder: Path | None = None

    def recall(self, grader: Grader, *parts: str | bytes) -> bytes | None:
        """Return what was kept for a grader and these parts; None if nothing was."""
        path = self._find(grader, parts)
        if path is None:
            return None
        try:
            data = path.read_bytes()
            os.utime(path)
        except OSError:
            return None
        return data

    def keep(self, grader: Grader, data: bytes, *parts: str | bytes) -> None:
        """Keep data for a grader and these parts. If the disk is full, nothing is kept."""
        path = self._find(grader, parts)
        if path is None:
            return
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            scratch = path.with_name(f".{secrets.token_hex(8)}")
            scratch.write_bytes(data)
            scratch.replace(path)

    def folder_for(self, grader: Grader, *parts: str | bytes) -> Path | None:
        """Return the folder for files that are kept for a grader and these parts; None if nothing is kept."""
        path = self._find(grader, parts)
        return path.with_name(f"{path.name}-files") if path is not None else None

    def drop_old(self, now: Callable[[], float] = time.time) -> None:
        """Delete outcomes that have not been used for `KEPT_SECONDS`."""
        for path in self.folder.iterdir() if self.folder is not None and self.folder.is_dir() else ():
            with suppress(OSError):
                if now() - path.stat().st_mtime > KEPT_SECONDS:
                    shutil.rmtree(path) if path.is_dir() else path.unlink()

    def _find(self, grader: Grader, parts: tuple[str | bytes, ...]) -> Path | None:
        if self.folder is None:
            return None
        told = grader.settings.model_dump_json(exclude={"compile_cache"})
        base = (digest_grader(), grader.stack.tell(), grader.tier, told, *platform.uname())
        digest = hashlib.sha256()
        for part in (*base, *parts):
            data = part.encode() if isinstance(part, str) else part
            digest.update(f"{len(data)}:".encode() + data)
        return self.folder / digest.hexdigest()


@functools.cache
def digest_grader() -> str:
    """Return a digest of the grader's sources."""
    root, digest = Path(grader.__file__).parent, hashlib.sha256()
    for path in sorted(root.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(f"{path.relative_to(root)}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def may_keep(code: str) -> bool:
    """Return whether an outcome with this reason code would be the same on a busier machine."""
    return not code.startswith("limit.")


def digest_judged(bundle: Bundle) -> str:
    """Return a digest of everything that a verdict depends on: cases, answers, checks and limits, but not texts."""
    empty = {name: type(getattr(bundle.manifest, name))() for name in TEXTS}
    judged = replace(bundle, manifest=bundle.manifest.model_copy(update=empty), warm=())
    return hashlib.sha256(b"".join(encode_bundle(judged))).hexdigest()
