"""Rules for exceptions that have to do with Python alone."""

from __future__ import annotations

from typing import Final

from grader.judge.errors.rule import Rule

GENERAL: Final = [
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
        "This part is still to be written: it raises NotImplementedError.",
    ),
    Rule(
        "error.debugger",
        ("RuntimeError",),
        "^no debugger or tracer can be used while code is graded$",
        "A debugger can't be used while code is graded. Take `breakpoint()` and the like out; use `print`, or "
        "`jax.debug.print` inside a traced function.",
    ),
    Rule(
        "error.not_allowed",
        ("PermissionError",),
        r"^\[Errno 1\]",
        "Your code asked the system for something that submissions may not use: the network, another process, a timer "
        "that interrupts it, memory shared with others, another owner of a file. Do without it.",
    ),
    Rule(
        "error.path",
        ("OSError",),
        r"^\[Errno (?:13|30)\]",
        "That path can't be used here. Files can be written, and read back, in `/tmp`.",
    ),
]
"""Rules about what has nothing to do with JAX; they come first."""

PYTHON: Final = [
    Rule(
        "error.arguments",
        ("TypeError",),
        r"\(\) (?P<detail>(?:missing \d+ required|takes (?:from )?\d+|got an unexpected keyword|"
        r"got multiple values).*)",
        "A function was called with the wrong arguments{detail}. Compare the call with the definition.",
    ),
    Rule(
        "error.whole_number",
        ("TypeError",),
        r"'(?P<detail>\w+)' object cannot be interpreted as an integer",
        "A whole number is needed here, as for `range` or a size, but this isn't one{detail}. Use `int(…)` on it.",
    ),
    Rule(
        "error.attribute",
        ("AttributeError",),
        r"(?:(?:module|type object) '(?P<module>[\w.]+)'|'(?P<object>[\w.]+)' object) has no attribute "
        r"'(?P<attribute>[^']*)'|",
        "{lacking}. Look for a typo, or for a name that NumPy or PyTorch has and JAX spells differently.",
    ),
    Rule(
        "error.name",
        ("NameError",),
        r"(?:name|variable) (?P<detail>'[^']*')|",
        "A name is not defined, or used before it is set{detail}. Look for a typo or a missing import.",
    ),
    Rule("error.key", ("KeyError",), "(?P<detail>.*)", "A dict has no key of that name{detail}."),
    Rule(
        "error.recursion",
        ("SystemError",),
        "returned a result with an exception set",
        "A function calls itself endlessly, or data contains itself. Give the recursion a case in which it stops.",
    ),
    Rule("error.index", ("IndexError",), "index out of range", "An index goes past the end of a list or tuple."),
    Rule(
        "error.recursion",
        ("RecursionError",),
        "",
        "A function calls itself endlessly, or data contains itself. Give the recursion a case in which it stops.",
    ),
    Rule("error.exception", ("BaseException",), "", "`{type}` was raised."),
]
"""Rules about Python itself; the last one fits every exception."""
