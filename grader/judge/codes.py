"""Every reason code that a report can have, with its meaning: for pages about codes, and for programmers.

Codes of checks are defined with their check, and the advice on them in `advice.py`; codes of exceptions are defined
with the rule that explains them; all others are defined here. A problem's own `checker.py` adds its own codes,
`checker.…`, which only its package knows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from grader.judge.advice import ADVICE
from grader.judge.checks import CHECKS
from grader.judge.errors import RULES
from grader.judge.explain import leave_type_open
from grader.protocol import MAX_SOURCE
from grader.report import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True)
class CodeEntry:
    """A reason code: its verdict, when it is given, and what to do about it."""

    code: str
    verdict: Verdict
    meaning: str
    """When it is given, as a clause without a full stop; may contain code in backticks."""
    advice: tuple[str, ...] = ()
    """What to do, in sentences; several if there are several causes."""
    check: str | None = None
    """The check that gives it; None if no check does."""
    lessons: tuple[tuple[str, str], ...] = ()
    """Where to read more: a problem's slug, and a heading of its lesson."""


class CodeText(NamedTuple):
    """The text about a code that belongs neither to a check nor to an exception."""

    verdict: Verdict
    meaning: str
    advice: str


OTHER: Final[dict[str, CodeText]] = {
    "accepted": CodeText(Verdict.ACCEPTED, "all cases are right", "Read the solution, and compare it with yours."),
    "ran": CodeText(
        Verdict.ACCEPTED,
        "a program that belongs to no problem ran to its end",
        "Nothing was judged. The report tells what JAX did in it.",
    ),
    "source.empty": CodeText(Verdict.REJECTED_SOURCE, "the file is empty", "Send the file that you wrote."),
    "source.too_large": CodeText(
        Verdict.REJECTED_SOURCE,
        f"the file has more than {MAX_SOURCE} bytes",
        "Take out what the solution doesn't need, such as data or commented-out code.",
    ),
    "source.nul": CodeText(
        Verdict.REJECTED_SOURCE,
        "the file holds a NUL byte",
        "Python source can't have one. Save the file as UTF-8 text; UTF-16 has such bytes.",
    ),
    "source.encoding": CodeText(
        Verdict.REJECTED_SOURCE, "the file is not UTF-8 text", "Save the file as UTF-8; all editors can do that."
    ),
    "source.syntax": CodeText(
        Verdict.REJECTED_SOURCE,
        "Python can't read the file",
        "Look at the line that is named, and at the one before it: an open bracket is noticed only later.",
    ),
    "source.no_entry_point": CodeText(
        Verdict.REJECTED_SOURCE,
        "the file doesn't define the function that the statement asks for",
        "Define it at the top level of the file, by exactly that name.",
    ),
    "source.missing_class": CodeText(
        Verdict.REJECTED_SOURCE,
        "the file doesn't define a class that the statement asks for",
        "Define it at the top level of the file, by exactly that name.",
    ),
    "source.arity": CodeText(
        Verdict.REJECTED_SOURCE,
        "the function can't be called with the arguments of the statement",
        "Give it the parameters that the statement names, in that order; others need defaults.",
    ),
    "limit.time": CodeText(
        Verdict.TIME_LIMIT_EXCEEDED,
        "a case used more processor time than allowed, or waited for longer than that",
        "Look for a loop that never ends, for work that each call does again, such as tracing and compiling, and for "
        "loops in Python over the rows of an array.",
    ),
    "limit.memory": CodeText(
        Verdict.MEMORY_LIMIT_EXCEEDED,
        "the code needed more memory than there is",
        "Look for arrays far larger than inputs and output, such as a broadcast of all rows against all others.",
    ),
    "limit.output": CodeText(
        Verdict.OUTPUT_LIMIT_EXCEEDED,
        "the code printed or returned far more than the problem can need",
        "Take prints out of loops, and look at the shapes of what is returned.",
    ),
    "error.crash": CodeText(
        Verdict.RUNTIME_ERROR,
        "the process crashed",
        "Something below Python failed, for example after too deep a recursion. Run a part of the code at a time.",
    ),
    "error.forbidden": CodeText(
        Verdict.RUNTIME_ERROR,
        "the code made a system call that submissions aren't allowed to make",
        "Start no processes and open no connections: the answer needs only arrays.",
    ),
    "tampering.evidence": CodeText(
        Verdict.TAMPERING,
        "what came back from the sandbox doesn't fit what an untouched grader sends",
        "If your code doesn't touch the grader, tell whoever runs this site, with the submission's address.",
    ),
    "tampering.protocol": CodeText(
        Verdict.TAMPERING,
        "something other than the grader wrote to the grader's own channel",
        "Don't touch file descriptors that you didn't open, including low-numbered ones.",
    ),
    "tampering.harness": CodeText(
        Verdict.TAMPERING,
        "the grader's own code in the sandbox was stopped or changed",
        "If your code doesn't touch the grader, tell whoever runs this site, with the submission's address.",
    ),
    "tampering.introspection": CodeText(
        Verdict.TAMPERING,
        "the code looked into the process that runs it, for example at the grader's frames or at its memory",
        "Take out what reads frames, modules or files that aren't yours. No problem needs it.",
    ),
    "tampering.probes": CodeText(
        Verdict.TAMPERING,
        "the code replaced functions by which the grader watches what JAX does",
        "Don't assign to attributes of `jax` or `flax`. Wrap functions in your own code instead.",
    ),
    "platform.sandbox": CodeText(
        Verdict.INTERNAL_ERROR,
        "no sandbox could be built",
        "It isn't your fault, and doesn't count. Operators: `jaxdojo doctor` says what is missing.",
    ),
    "platform.unexpected": CodeText(
        Verdict.INTERNAL_ERROR, "the grader failed", "It isn't your fault, and doesn't count. Operators: see the log."
    ),
    "platform.checker": CodeText(
        Verdict.INTERNAL_ERROR,
        "the problem's own checker failed",
        "It isn't your fault, and doesn't count. Authors: the log has the exception of `checker.py`.",
    ),
    "platform.killed": CodeText(
        Verdict.INTERNAL_ERROR,
        "the sandbox was stopped from outside",
        "It isn't your fault, and doesn't count: it is graded again.",
    ),
    "platform.busy": CodeText(
        Verdict.INTERNAL_ERROR,
        "the machine had too little time for the submission",
        "It isn't your fault, and doesn't count: it is graded again later. Operators: give the machine more cores, or "
        "set `JAXDOJO_WORKERS` to a smaller number.",
    ),
}
"""The codes that belong neither to a check nor to a rule for exceptions."""

LACKING: Final = ("{lacking}", "Something has no attribute of that name")


def list_codes() -> dict[str, CodeEntry]:
    """Return every code, except those of problems' own checkers: first of checks, then of exceptions, then others."""
    return {entry.code: entry for entry in (*_list_of_checks(), *_list_of_errors(), *_list_others())}


def _list_of_checks() -> Iterator[CodeEntry]:
    for name, check in CHECKS.items():
        for code, told in check.codes.items():
            yield CodeEntry(code, told.verdict, told.meaning, (ADVICE[code],), name)


def _list_of_errors() -> Iterator[CodeEntry]:
    for code in dict.fromkeys(rule.code for rule in RULES):
        rules = [rule for rule in RULES if rule.code == code]
        types = dict.fromkeys(kind for rule in rules for kind in rule.types)
        raised = " or ".join(f"`{kind}`" for kind in types)
        words = dict.fromkeys(_leave_open(rule.words) for rule in rules)
        lessons = dict.fromkeys(rule.lesson for rule in rules if rule.lesson is not None)
        yield CodeEntry(code, Verdict.RUNTIME_ERROR, f"the code raised {raised}", tuple(words), None, tuple(lessons))


def _leave_open(words: str) -> str:
    """Return a rule's words without the parts that only an actual exception can fill in."""
    for left, put in (
        ("{detail}", ""),
        (": {message}", ""),
        LACKING,
    ):
        words = words.replace(left, put)
    return leave_type_open(words)


def _list_others() -> Iterator[CodeEntry]:
    for code, told in OTHER.items():
        yield CodeEntry(code, told.verdict, told.meaning, (told.advice,))
