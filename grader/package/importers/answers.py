"""Writes the reference of an ICPC problem's draft, which must agree with the `.ans` files, and its checker.

Both compare as the default validator of the format does, with the package's flags: words instead of characters, with
or without regard to case, and numbers within tolerances.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace

FLOATS = ("float_tolerance", "float_absolute_tolerance", "float_relative_tolerance")

_COMPARE = '''\
CASE_SENSITIVE = {case_sensitive}
SPACE_SENSITIVE = {space_sensitive}
ABSOLUTE, RELATIVE = {absolute}, {relative}
"""The flags of the package's validator; None: numbers are compared as words."""


def agree(got, answer):
    """Whether a text is this answer, as the default validator of the ICPC format sees it."""
    if SPACE_SENSITIVE and re.findall(r"\\s+", got) != re.findall(r"\\s+", answer):
        return False
    words, others = got.split(), answer.split()
    return len(words) == len(others) and all(map(_agree_word, words, others))


def _agree_word(word, other):
    if ABSOLUTE is not None or RELATIVE is not None:
        try:
            number, wanted = float(word), float(other)
        except ValueError:
            pass
        else:
            if number == wanted:
                return True
            error = abs(number - wanted)
            return (ABSOLUTE is not None and error <= ABSOLUTE) or (
                RELATIVE is not None and error <= RELATIVE * abs(wanted)
            )
    return word == other or (not CASE_SENSITIVE and word.lower() == other.lower())
'''
_REFERENCE = '''\
"""The package's program. On the package's tests the answers of its `.ans` files are the truth; it must meet them."""

import contextlib
import io
import re
import sys

{compare}

ANSWERS = {answers}
"""The name and the answer of each test, by what the program reads."""


def solve(text):
    printed = run(text)
    if text not in ANSWERS:
        return printed
    name, answer = ANSWERS[text]
    if not agree(printed, answer):
        told = f"this program prints {{printed[:80]!r}}, and the package's answer is {{answer[:80]!r}}"
        raise ValueError(f"{{name}}: {{told}}")
    return answer


{program}
'''
_CHECKER = '''\
"""Compares what is printed with the answer as the package's own validator does: `{flags}`."""

import re

from grader.inside.authoring import Finding

{compare}

def check(calls):
    for call in calls:
        if not isinstance(call.output, str):
            return Finding("no_text", f"`solve` returned {{type(call.output).__name__}}, and a text is expected.")
        if not agree(call.output, call.expected):
            return Finding("differs", "The text isn't the answer.")
    return None
'''
CODES = {
    "differs": {"meaning": "the text isn't the answer"},
    "no_text": {"meaning": "no text was returned", "verdict": "wrong_structure"},
}


@dataclass(frozen=True)
class ValidatorFlags:
    """The flags of the default validator. A tolerance is None if numbers are compared as words."""

    case_sensitive: bool = False
    space_sensitive: bool = False
    absolute: float | None = None
    relative: float | None = None
    unknown: tuple[str, ...] = ()
    """Words that aren't flags."""

    def write(self) -> str:
        """Return Python code that compares answers according to these flags."""
        return _COMPARE.format(
            case_sensitive=self.case_sensitive,
            space_sensitive=self.space_sensitive,
            absolute=self.absolute,
            relative=self.relative,
        )


def read_flags(text: str) -> ValidatorFlags:
    """Return the flags in a text such as `case_sensitive float_tolerance 1e-6`."""
    words = iter(text.split())
    flags = ValidatorFlags()
    unknown = []
    for word in words:
        tolerance = _read_number(next(words, "")) if word in FLOATS else None
        if word == "case_sensitive":
            flags = replace(flags, case_sensitive=True)
        elif word == "space_change_sensitive":
            flags = replace(flags, space_sensitive=True)
        elif tolerance is None:
            unknown.append(word)
        else:
            if word != "float_relative_tolerance":
                flags = replace(flags, absolute=tolerance)
            if word != "float_absolute_tolerance":
                flags = replace(flags, relative=tolerance)
    return replace(flags, unknown=tuple(unknown))


def write_reference(program: str, answers: dict[str, tuple[str, str]], flags: ValidatorFlags) -> str:
    """Return reference.py: `program`, which defines `run(text)`, checked against the `answers`, by input."""
    lines = "".join(f"    {text!r}: {pair!r},\n" for text, pair in answers.items())
    return _REFERENCE.format(compare=flags.write(), answers=f"{{\n{lines}}}", program=program)


def write_checker(flags: ValidatorFlags, told: str) -> str:
    """Return checker.py; `told` is the text of the flags in the package."""
    plain = re.sub(r"[^\w .+-]", "?", told)[:100]
    return _CHECKER.format(compare=flags.write(), flags=plain or "no flags")


def _read_number(word: str) -> float | None:
    try:
        number = float(word)
    except ValueError:
        return None
    return number if math.isfinite(number) and number >= 0 else None
