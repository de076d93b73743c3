"""Files that only their owner can read, written atomically."""

from __future__ import annotations

import os
import secrets
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def make_private_file(path: Path, data: bytes) -> None:
    """Write a new file; if another process has just made it, keep the other one. Raises `OSError`."""
    scratch = _write_beside(path, data)
    try:
        os.link(scratch, path)
    except FileExistsError:
        pass
    finally:
        scratch.unlink()


def replace_private_file(path: Path, data: bytes) -> None:
    """Write a file, replacing an existing one; raises `OSError`."""
    _write_beside(path, data).replace(path)


def _write_beside(path: Path, data: bytes) -> Path:
    scratch = path.with_name(f".{path.name}-{secrets.token_hex(8)}")
    descriptor = os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    return scratch
