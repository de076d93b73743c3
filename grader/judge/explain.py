"""Says in a learner's words what an exception means. Each rule has a stable code; the first that fits is used."""

from __future__ import annotations

import builtins
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.report import ErrorReport, Verdict

if TYPE_CHECKING:
    from grader.judge.evidence import ErrorEvidence

MAX_MESSAGE = 1500
_OURS = re.compile(r"/dojo/|site-packages/|^-{10,}")
"""Lines of an exception's message that speak of files which are not the learner's."""
_PATH = re.compile(r" \((?:/[^()]*|unknown location)\)$")
"""Where a module lies, as Python puts it at the end of an ImportError's message."""


@dataclass(frozen=True)
class Rule:
    """An exception is explained by this rule when one of its types and its message fit."""

    code: str
    types: tuple[str, ...]
    pattern: str
    words: str


RULES = [
    Rule(
        "error.exit",
        ("SystemExit", "KeyboardInterrupt"),
        "",
        "Your code ended the process (`{type}`). Return a value instead.",
    ),
    Rule(
        "error.import", ("ImportError",), "", "An import failed: {message}. JAX, Flax, Optax and NumPy can be imported."
    ),
    Rule(
        "error.not_implemented",
        ("NotImplementedError",),
        "",
        "There is still a part to write: NotImplementedError was raised.",
    ),
    Rule(
        "error.not_a_pytree",
        ("TypeError",),
        r"not a valid JAX (array )?type|Cannot interpret value of type|"
        r"Error interpreting argument to .* as an abstract array",
        "JAX was given an object that it can't take apart: its class is not registered as a pytree.",
    ),
    Rule(
        "error.static_unhashable",
        ("ValueError", "TypeError"),
        r"Non-hashable static arguments",
        "A static argument can't be hashed, as arrays and most objects that hold them can't. Pass it as an ordinary "
        "argument; only plain values, such as an int that sets a shape, should be static.",
    ),
    Rule(
        "error.array_in_aux",
        ("ValueError", "TypeError", "TracerBoolConversionError"),
        r"(?i)truth value of an array|unhashable type: '?(Array|jax|numpy)|checking equality of metadata fields|"
        r"cache keys should be comparable",
        "JAX compared auxiliary data of a pytree that holds an array. Arrays belong among the children; auxiliary data "
        "is compared by `==` and `hash`.",
    ),
    Rule(
        "error.tracer_shape",
        ("TypeError", "ConcretizationTypeError", "TracerIntegerConversionError"),
        r"(?i)shapes must be 1D sequences.*(tracer|traced)|__index__\(\) method was called on traced|"
        r"abstract tracer value",
        "A traced value was used where JAX needs a number it knows while tracing, such as a shape. Make that value "
        "static.",
    ),
    Rule(
        "error.trace_leak",
        ("UnexpectedTracerError",),
        "",
        "A value from inside a traced function was kept and used after the trace had ended. Return it instead.",
    ),
    Rule(
        "error.tracer_bool",
        ("TracerBoolConversionError", "TracerArrayConversionError"),
        "",
        "Python asked a traced value for its number. While JAX traces there is none: use `jnp.where` or "
        "`jax.lax.cond`.",
    ),
    Rule(
        "error.debugger",
        ("RuntimeError",),
        "^no debugger or tracer can be used while code is graded$",
        "There is nobody here to answer a debugger. Take `breakpoint()` and the like out; use `print`, or "
        "`jax.debug.print` inside a traced function.",
    ),
    Rule("error.recursion", ("RecursionError",), "", "The recursion went too deep."),
    Rule("error.exception", ("BaseException",), "", "`{type}` was raised."),
]


KNOWN_TYPES = {name for name, kind in vars(builtins).items() if isinstance(kind, type)} | {
    kind for rule in RULES for kind in rule.types
}
"""Exceptions whose names a submission did not choose."""


def explain_error(error: ErrorEvidence, *, hidden: bool) -> tuple[Verdict, str, str, int | None]:
    """Return verdict, code, sentence and line for an exception."""
    kinds = {error.type, *error.bases, "BaseException"}
    line = error.frames[-1].line if error.frames else None
    if "MemoryError" in kinds or "RESOURCE_EXHAUSTED" in error.message:
        return Verdict.MEMORY_LIMIT_EXCEEDED, "limit.memory", "The memory limit was reached.", line
    for rule in RULES:
        if kinds & set(rule.types) and re.search(rule.pattern, error.message):
            first = _PATH.sub("", (error.message.strip().splitlines() or [""])[0])
            message = "(message withheld: hidden case)" if hidden else first[:300]
            words = rule.words.replace("{type}", _type_of(error, hidden=hidden)).replace("{message}", message)
            place = f" Line {line}." if line is not None else ""
            return Verdict.RUNTIME_ERROR, rule.code, words + place, line
    raise AssertionError("the last rule fits every exception")


def report_error(error: ErrorEvidence, *, hidden: bool) -> ErrorReport:
    """Return the exception as a learner sees it: own lines only; in a hidden case without its message.

    The message could carry a hidden case's numbers, and so could the name of a type that the submission made.
    """
    name = _type_of(error, hidden=hidden)
    lines = ["Traceback (your lines):"]
    for frame in error.frames:
        lines.append(f"  line {frame.line}, in {frame.function}")
        if frame.text:
            lines.append(f"    {frame.text}")
    message = "(message withheld: this happened in a hidden case)" if hidden else _shorten(error.message)
    lines.append(f"{name}: {message}" if message else name)
    return ErrorReport(type=name, message=message, traceback="\n".join(lines))


def _type_of(error: ErrorEvidence, *, hidden: bool) -> str:
    """Return the exception's type; in a hidden case the nearest that is Python's or JAX's own."""
    if not hidden:
        return error.type
    return next((name for name in (error.type, *error.bases) if name in KNOWN_TYPES), "Exception")


def _shorten(message: str) -> str:
    """Return a message without its lines about other files, cut where it gets long."""
    lines = [_PATH.sub("", line) for line in message.splitlines()]
    kept = "\n".join(line for line in lines if not _OURS.search(line)).strip()
    return kept if len(kept) <= MAX_MESSAGE else kept[:MAX_MESSAGE] + " …"
