"""Files that commands read, write and watch."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from app.client.errors import UsageError
from app.kit.console import say

if TYPE_CHECKING:
    from pathlib import Path

MAX_FILE: Final = 1024 * 1024
"""How many bytes of a file are read to grade it: more than the grader accepts, so that the grader refuses it."""


def read_source(file: Path) -> bytes:
    """Return what a file has, or standard input for `-`; raises `UsageError`."""
    try:
        if str(file) == "-":
            return sys.stdin.buffer.read(MAX_FILE)
        with file.open("rb") as stream:
            return stream.read(MAX_FILE)
    except OSError as error:
        raise UsageError(f"{file} can't be read: {error.strerror}.") from error


def decode_source(source: bytes) -> str:
    """Return source as text; raises `UsageError` for what no server could store."""
    try:
        return source.decode()
    except UnicodeDecodeError:
        raise UsageError("The file isn't UTF-8, so it can't be sent.") from None


def write_new(file: Path, text: str, *, force: bool) -> None:
    """Write a file and say so; raises `UsageError` where there is one and `force` isn't given."""
    try:
        with file.open("w" if force else "x", encoding="utf-8") as stream:
            stream.write(text)
    except FileExistsError:
        raise UsageError(f"{file} already exists; `--force` overwrites it.") from None
    except OSError as error:
        raise UsageError(f"{file} can't be written: {error.strerror}.") from error
    say(f"Wrote {file}.")


def read_stamp(file: Path) -> tuple[int, int] | None:
    """Return what changes when a file is saved; None while an editor has it away."""
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
