"""Texts and bytes designed to be slow to process."""

from __future__ import annotations

import io
import json
import zipfile
from functools import cache
from itertools import pairwise, product
from typing import Final

from app.http.json_bodies import MAX_VALUES

RANGES: Final = "ranges"
"""The text that a file's route reads, in its header `Range`."""
NEAR: Final = "near words"
"""The text that is a search for words like those of `make_near_words`."""
LIKE: Final = "a" * 30
"""What all words of `make_near_words` are like."""

TEXTS: Final[dict[str, str]] = {
    "open brackets": "(" * 60_000,
    "deep nesting": "[" * 30_000 + "]" * 30_000,
    "operators": "-" * 60_000 + "1",
    "a long line": "x = '" + "a" * 60_000 + "'",
    "empty lines": "\n" * 60_000,
    "equal and different lines": "x\n" * 750 + "".join(f"y{number}\n" for number in range(750)),
    "lines by turns": "".join(f"x\ny{number}\n" for number in range(700)),
    "headings": "# a\n" * 10_000,
    "headings with numbers": "".join(f"# a-{number % 90}\n# a\n" for number in range(3_000)),
    "links": "[a](b) " * 8_000,
    "link starts": "[" * 60_000,
    "nested links": "[a](" * 10_000,
    "references": "".join(f"[a{number}]: b\n" for number in range(4_000)) + "[a1]" * 4_000,
    "tables": "|a|b|\n|-|-|\n" + "|x|y|\n" * 9_000,
    "a wide table": "|a" * 4_000 + "|\n" + "|-" * 4_000 + "|\n" + "|x\n" * 9_000,
    "emphasis": "*a **b _c __d " * 4_000,
    "stars": "*" * 60_000,
    "backticks": "".join("`" * length + " " for length in range(340)),
    "quotations": ">" * 60_000,
    "nested lists": "".join(" " * 2 * depth + "- a\n" for depth in range(240)),
    "fences": "```python\n(\n```\n" * 4_000,
    "mathematics": "$a$ $$ " * 8_000,
    "callouts": "::: note\n" * 6_000,
    "entities and tags": "&amp;<a " * 7_500,
    "strings of strings": "f\"{f'{" * 10_000,
    "backslashes": '"' + "\\" * 60_000,
    "wide characters": "\U0001f9d1\u200d\U0001f680\uff21\u0301\u00e9" * 3_000,
    "combining marks": "a" + "\u0301" * 30_000,
    "right to left": "\u202e\u2066\u05d0\u200f" * 6_000,
    "yaml anchors": "a: &a [x]\n" + "".join(f"{b}: &{b} [*{a}, *{a}, *{a}]\n" for a, b in pairwise("abcdefghijk")),
    "yaml depth": "name: " + "{a: " * 15_000,
    "yaml keys": "".join(f"? k{number}\n" for number in range(6_000)),
    "regular expression": "(a+)+" * 10_000 + "$",
    "percents": "%" * 30_000 + "_" * 30_000,
    "numbers": "9" * 60_000,
    "json depth": "[" * 60_000,
    "commas": "a,b;q=0.1," * 6_000,
    "separators": "a=b;c=d&" * 7_500,
    RANGES: "bytes=" + ",".join(f"{at}-{at}" for at in range(0, 20_000, 2))[:60_000],
    NEAR: " ".join(LIKE[:at] + "z" + LIKE[at + 1 :] for at in range(2, 14, 2)),
}  # fmt: skip
"""The hostile texts, each of at most 64 KiB, so that it is accepted wherever source is."""
LONGEST_RAW: Final = 40_000
"""The maximum length of a hostile value in a token, in characters: in base64, it fits into the longest token."""
JSON_VALUES: Final = {
    "nested lists": "[" * 20_000 + "]" * 20_000,
    "nested objects": '{"a":' * 6_000 + "1" + "}" * 6_000,
    "many items": "[" + "[]," * 12_000 + "[]]",
    "many roles": "[" + '"x",' * 9_000 + '"x"]',
    "many keys": "{" + ",".join(f'"k{number}":0' for number in range(4_000)) + "}",
    "a long number": "9" * LONGEST_RAW,
    "a number of the longest length": "9" * 4_300,
    "a float without end": "1e999",
    "no number": "NaN",
    "half a surrogate pair": '"\\ud800"',
    "NUL": '"\\u0000"',
    "nothing": "null",
    "a truth": "true",
    "a negative number": "-1",
}
"""Values of claims that aren't texts, or aren't Unicode, as JSON."""
BROKEN_TEXTS: Final = {"half a surrogate pair", "NUL"}
"""Texts that a database may refuse: every claim gets them, also in a sample."""


def make_near_words(letters: str) -> str:
    """Return ten thousand words that are all like `LIKE` and like each other; each ends with `letters`."""
    return " ".join(LIKE + "".join(end) + letters for end in product("abcdefghij", repeat=4))


@cache
def make_archives() -> dict[str, bytes]:
    """Return zip files, and files disguised as such, that are costly to read."""
    bomb, many, real = io.BytesIO(), io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(300):
            archive.writestr(f"problems/shift/f{number}.md", b"\0" * 300_000)
    with zipfile.ZipFile(many, "w") as archive:
        for number in range(60_000):
            archive.writestr(zipfile.ZipInfo(f"problems/shift/f{number}.md"), b"")
    with zipfile.ZipFile(real, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(60):
            archive.writestr(f"problems/shift/f{number}.md", b"# a\n" * 60_000)
    return {
        "zip bomb": bomb.getvalue(),
        "zip of many": many.getvalue()[: 8 << 20],
        "zip of long texts": real.getvalue(),
    }


def make_bodies() -> dict[str, tuple[str, bytes]]:
    """Return bodies that are costly to read or to refuse, with their content types."""
    json_bodies = {
        "json of many keys": json.dumps({f"k{number}": "" for number in range(MAX_VALUES - 1)}).encode(),
        "json of too many keys": json.dumps({f"k{number}": "" for number in range(14_000)}).encode(),
        "json of strings": b'{"": [' + b'"",' * 83_000 + b'""]}',
        "json of many items": json.dumps({"items": [{}] * 60_000, "events": ["x"] * 20_000}).encode(),
        "json number": b'{"source": ' + b"9" * 200_000 + b"}",
        "deep json": b'{"source": ' + b"[" * 120_000,
    }
    forms = {
        "form of many fields": b"a=b&" * 60_000,
        "form of nothing": b"&" * 250_000,
        "form of escapes": b"a=" + b"%41" * 80_000,
    }
    head = b'--x\r\ncontent-disposition: form-data; name="a"'
    parts = {
        "form of many parts": (head + b"\r\n\r\nb\r\n") * 4_000 + b"--x--",
        "form of many files": (head + b'; filename="b"\r\n\r\n\r\n') * 3_000 + b"--x--",
        "form of boundaries": head + b"\r\n\r\n" + b"\r\n--" * 60_000 + b"\r\n--x--",
        "form of options": head + b';"' * 120_000 + b"\r\n\r\n\r\n--x--",
        "form of headers": b"--x\r\n" + b"a:b\r\n" * 48_000 + b"\r\n\r\n--x--",
    }
    return {
        **{what: ("application/json", body) for what, body in json_bodies.items()},
        **{what: ("application/x-www-form-urlencoded", body) for what, body in forms.items()},
        **{what: ("multipart/form-data; boundary=x", body) for what, body in parts.items()},
    }
