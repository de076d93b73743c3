"""Explains an exception in a learner's words, by the rules of `grader.judge.errors`, and says where it was raised."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from grader.judge.errors import RULES
from grader.judge.errors.hidden import HIDDEN
from grader.judge.errors.rule import Wording
from grader.report import ErrorReport, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.judge.evidence import ErrorEvidence, FrameEvidence

MAX_MESSAGE = 1500
MAX_DETAIL = 120
MAX_PERIOD = 4
"""The maximum number of functions in a cycle of calls that is recognised as recursion."""
ALIASES = {"jax.numpy": "jnp", "numpy": "np", "flax.nnx": "nnx"}
"""The usual short names of modules."""
TRACED = "A traced array"
KINDS = {"ArrayImpl": "A JAX array", "DynamicJaxprTracer": TRACED}
"""Words for objects whose class most people don't know by name."""
IN_PART = "It happened in the part of your file that begins at line {}."
"""Where a hidden case raised an exception."""
_OURS = re.compile(r"/dojo/|site-packages/|^-{10,}")
"""Lines of an exception's message about files that aren't the learner's."""
_PATH = re.compile(r" \((?:/[^()]*|unknown location)\)$")
"""The path of a module, which Python puts at the end of an ImportError's message."""


def explain_error(error: ErrorEvidence, *, hidden: bool) -> tuple[Verdict, str, str, int | None]:
    """Return the verdict, code, sentence and line for an exception."""
    kinds = {error.type, *error.bases, "BaseException"}
    line, text = (error.frames[-1].line, error.frames[-1].text) if error.frames else (None, "")
    if "MemoryError" in kinds or "RESOURCE_EXHAUSTED" in error.message:
        return Verdict.MEMORY_LIMIT_EXCEEDED, "limit.memory", "The memory limit was reached.", line
    for rule in RULES:
        if not kinds & set(rule.types) or rule.own not in {None, error.own} or not re.search(rule.line, text):
            continue
        found = re.search(rule.pattern, error.message)
        if found is not None:
            told = Wording(rule.words, rule.lesson)
            if hidden:
                told = HIDDEN.get(rule.code, told)
            words = _fill_in(told.words, found, error, hidden=hidden)
            place = "" if line is None else f" {IN_PART.format(line)}" if hidden else f" Line {line}."
            lesson = f" The lesson of `{told.lesson[0]}` says more, under “{told.lesson[1]}”." if told.lesson else ""
            return Verdict.RUNTIME_ERROR, rule.code, words + lesson + place, line
    raise AssertionError("the last rule fits every exception")


def _fill_in(words: str, found: re.Match[str], error: ErrorEvidence, *, hidden: bool) -> str:
    """Return a rule's words, filled in for one exception."""
    first = _PATH.sub("", (error.message.strip().splitlines() or [""])[0])
    detail = next((text for name, text in found.groupdict().items() if name.startswith("detail") and text), "")
    if hidden:
        words = leave_type_open(words)
    filled = {
        "{lacking}": _name_lacking(found.groupdict()),
        "{type}": error.type,
        "{message}": "(message withheld: hidden case)" if hidden else first[:300],
        "{detail}": "" if hidden or not detail else f": {detail.strip()[:MAX_DETAIL].rstrip('.')}",
    }
    return re.sub("|".join(map(re.escape, filled)), lambda match: filled[match[0]], words)


def leave_type_open(words: str) -> str:
    """Return a rule's words without the exception's type, which isn't code then and so has no backticks."""
    return words.replace(" (`{type}`)", "").replace("`{type}`", "An exception")


def _name_lacking(found: dict[str, str | None]) -> str:
    """Return a sentence on which module, or what kind of object, lacks which attribute."""
    attribute, module, kind, tracer = (found.get(name) for name in ("attribute", "module", "object", "tracer"))
    if attribute and module:
        return f"`{ALIASES.get(module, module)}` has no `{attribute[:MAX_DETAIL]}`"
    if attribute and tracer:
        return f"{TRACED} has no `{attribute[:MAX_DETAIL]}`"
    if attribute and kind:
        name = kind.rpartition(".")[2]
        thing = KINDS.get(name, f"{'An' if name[0] in 'AEIOaeio' else 'A'} `{name}`")
        return f"{thing} has no `{attribute[:MAX_DETAIL]}`"
    return "Something has no attribute of that name"


def report_error(error: ErrorEvidence, *, hidden: bool) -> ErrorReport:
    """Return the exception as a learner sees it: with their own lines only, and in a hidden case without its message.

    The message could carry a hidden case's numbers, and so could the name of a type that the submission made.
    """
    name = _type_of(error, hidden=hidden)
    lines = ["Traceback (your lines):"]
    for frame, repeats in _fold(error.frames):
        place = f"in the part that begins at line {frame.line}" if hidden else f"line {frame.line}, in {frame.function}"
        lines.append(f"  {place}")
        if frame.text:
            lines.append(f"    {frame.text}")
        if repeats > 1:
            lines.append(f"    (and so on, {repeats} times or more)")
    message = "(message withheld: this happened in a hidden case)" if hidden else _shorten(error.message)
    lines.append(f"{name}: {message}" if message else name)
    return ErrorReport(type=name, message=message, traceback="\n".join(lines))


def _fold(frames: Sequence[FrameEvidence]) -> list[tuple[FrameEvidence, int]]:
    """Return the frames, with a recursion's cycle only once; the last frame of a cycle has the count of repetitions."""
    folded: list[tuple[FrameEvidence, int]] = []
    at = 0
    while at < len(frames):
        repeats, period = 1, 1
        for size in range(1, MAX_PERIOD + 1):
            circle, count = frames[at : at + size], 1
            while frames[at + count * size : at + (count + 1) * size] == circle:
                count += 1
            if count > max(repeats, 2):
                repeats, period = count, size
        folded += [(frame, 1) for frame in frames[at : at + period - 1]]
        folded.append((frames[at + period - 1], repeats))
        at += repeats * period
    return folded


def _type_of(error: ErrorEvidence, *, hidden: bool) -> str:
    """Return the exception's type; in a hidden case only a general word, because a submission can choose the type."""
    return "An exception" if hidden else error.type


def _shorten(message: str) -> str:
    """Return a message without its lines about other files, and cut off if it is long."""
    lines = [_PATH.sub("", line) for line in message.splitlines()]
    kept = "\n".join(line for line in lines if not _OURS.search(line)).strip()
    return kept if len(kept) <= MAX_MESSAGE else kept[:MAX_MESSAGE] + " …"
