"""Screens a submission's bytes before any of it runs: for an empty or too large file, bad UTF-8, and NUL bytes."""

from __future__ import annotations

import codecs

from grader.protocol import MAX_SOURCE


def screen_source(source: bytes) -> tuple[str, str, int | None] | None:
    """Return the code, sentence and line of the first reason not to run `source`, or None."""
    if not source.removeprefix(codecs.BOM_UTF8).strip():
        return "source.empty", "The file is empty.", None
    if len(source) > MAX_SOURCE:
        return "source.too_large", f"The file has {len(source)} bytes; at most {MAX_SOURCE} are graded.", None
    if b"\0" in source:
        line = source[: source.index(b"\0")].count(b"\n") + 1
        return "source.nul", f"Line {line} holds a NUL byte, which Python source can't have.", line
    try:
        source.decode("utf-8")
    except UnicodeDecodeError as error:
        line = source[: error.start].count(b"\n") + 1
        return "source.encoding", f"Line {line} is not UTF-8 text. Save the file as UTF-8.", line
    return None
