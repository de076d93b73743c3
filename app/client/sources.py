"""Files that commands read, write and watch."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from app.client.errors import UsageError
from app.kit.console import say

if TYPE_CHECKING:
    from pathlib import Path

MAX_FILE: Final = 1024 * 1024
"""The number of bytes read of a file to grade: more than the grader accepts, so that it refuses longer files."""


def read_source(file: Path) -> bytes:
    """Return the content of a file, or of standard input for `-`; raises `UsageError`."""
    try:
        if str(file) == "-":
            return sys.stdin.buffer.read(MAX_FILE)
        with file.open("rb") as stream:
            return stream.read(MAX_FILE)
    except OSError as error:
        raise UsageError(f"{file} can't be read: {error.strerror}.") from error


def check_watched(file: Path) -> None:
    """Raise `UsageError` for a file that can't be read, and for standard input, which is never saved again."""
    if str(file) == "-":
        raise UsageError("Standard input can't be watched; name a file.")
    read_source(file)


def decode_source(source: bytes) -> str:
    """Return source as text; raises `UsageError` if no server could store it."""
    try:
        return source.decode()
    except UnicodeDecodeError:
        raise UsageError("The file isn't UTF-8, so it can't be sent.") from None


def write_new(file: Path, text: str, *, force: bool) -> None:
    """Write a file and print a message; raises `UsageError` if it exists, unless `force` is set."""
    try:
        with file.open("w" if force else "x", encoding="utf-8") as stream:
            stream.write(text)
    except FileExistsError:
        raise UsageError(f"{file} already exists; `--force` overwrites it.") from None
    except OSError as error:
        raise UsageError(f"{file} can't be written: {error.strerror}.") from error
    say(f"Wrote {file}.")


def read_stamp(file: Path) -> tuple[int, int] | None:
    """Return a value that changes when the file is saved; None if an editor has just moved it away."""
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
