"""What is refused before anything runs."""

from __future__ import annotations

import pytest

from grader.judge.screen import screen_source
from grader.protocol import MAX_SOURCE

REFUSED = {
    "nothing": (b"", "source.empty", "The file is empty.", None),
    "blanks": (b" \n\t\r\n\x0c ", "source.empty", "The file is empty.", None),
    "a byte order mark alone": (b"\xef\xbb\xbf\n", "source.empty", "The file is empty.", None),
    "too large": (
        b"#" * (MAX_SOURCE + 1),
        "source.too_large",
        "The file has 65537 bytes; at most 65536 are graded.",
        None,
    ),
    "a NUL byte": (b"x = 1\ny = '\0'\n", "source.nul", "Line 2 holds a NUL byte, which Python source can't have.", 2),
    "UTF-16": ("x = 1\n".encode("utf-16"), "source.nul", "Line 1 holds a NUL byte, which Python source can't have.", 1),
    "latin-1": (
        b"x = 1\n\n# na\xefve\n",
        "source.encoding",
        "Line 3 is not UTF-8 text. Save the file as UTF-8.",
        3,
    ),
    "a surrogate": (
        b"x = '\xed\xa0\x80'",
        "source.encoding",
        "Line 1 is not UTF-8 text. Save the file as UTF-8.",
        1,
    ),
}


@pytest.mark.parametrize(("source", "code", "message", "line"), REFUSED.values(), ids=REFUSED)
def test_what_is_refused_says_why(source: bytes, code: str, message: str, line: int | None) -> None:
    assert screen_source(source) == (code, message, line)


@pytest.mark.parametrize(
    "source",
    [b"x", b"#" * MAX_SOURCE, "é = 'ü'\r\n".encode(), b"\xef\xbb\xbfx = 1", b"this is not Python"],
    ids=["one byte", "as large as may be", "other letters", "byte order mark", "nonsense"],
)
def test_the_rest_is_let_through(source: bytes) -> None:
    assert screen_source(source) is None
