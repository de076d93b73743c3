"""Rules for exceptions that have to do with Python alone."""

from __future__ import annotations

from typing import Final

from grader.judge.errors.rule import Rule

_NOT_IN_LIBRARY: Final = (
    "JAX, or another library, can't do what is asked of it here: it raised NotImplementedError. Leave that argument "
    "out, or write it another way."
)

GENERAL: Final = [
    Rule(
        "error.exit",
        ("SystemExit", "KeyboardInterrupt"),
        "",
        "Your code ended the process (`{type}`). Take out what does so, such as `sys.exit()`.",
    ),
    Rule(
        "error.import", ("ImportError",), "", "An import failed: {message}. JAX, Flax, Optax and NumPy can be imported."
    ),
    Rule(
        "error.not_implemented",
        ("NotImplementedError",),
        r"^(?:Differentiation|Transpose|Batching|Evaluation|Abstract evaluation)\b.* not implemented",
        _NOT_IN_LIBRARY,  # Where JAX raises this, it takes its own lines out of the traceback.
    ),
    Rule("error.not_implemented", ("NotImplementedError",), r"\S", _NOT_IN_LIBRARY, own=False),
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

_FROM_NONE: Final = (
    "A value is None where something else is needed, such as an array. A function without a `return` gives None: look "
    "at where this value comes from."
)

NOTHING: Final = [
    Rule(
        "error.list_argument",
        ("TypeError",),
        "requires ndarray or scalar arguments, got <class 'NoneType'>",
        _FROM_NONE,
    ),
    Rule("error.attribute", ("AttributeError",), "^'NoneType' object has no attribute", _FROM_NONE),
    Rule("error.whole_number", ("TypeError",), "^'NoneType' object cannot be interpreted as an integer", _FROM_NONE),
    Rule("error.immutable", ("TypeError",), "^'NoneType' object does not support item assignment", _FROM_NONE),
    Rule("error.grad_scalar", ("TypeError",), r"Output was None\.", _FROM_NONE),
    Rule(
        "error.exception",
        ("TypeError", "ValueError"),
        r"^unsupported operand type\(s\) .*'NoneType'|^'NoneType' object|^object of type 'NoneType'|"
        r"(?:non-iterable|(?<!or slices), not|\(not) ['\"]?NoneType|instances of (?:'[\w.]+' and )?'NoneType'|"
        r"value is of type <class 'NoneType'>|^None is not a valid value for jnp\.array|^cond predicate is None",
        _FROM_NONE,
    ),
]
"""Rules about None where something else is needed. Each gives the code that another value would get."""

PYTHON: Final = [
    Rule(
        "error.exception",
        ("TypeError",),
        r"^(?:list|tuple) indices must be integers or slices, not (?:tuple|NoneType)",
        "A list or a tuple is indexed like an array. Make an array of it first, by `jnp.asarray`.",
    ),
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
        "A whole number is needed here, as for `range` or a size, but this isn't one{detail}. Use `int(…)` on a "
        "float or a single number; take one entry of a tuple or list.",
    ),
    Rule(
        "error.attribute",
        ("AttributeError",),
        r"(?:(?:module|type object) '(?P<module>[\w.]+)'|'(?P<object>[\w.]+)' object|^(?P<tracer>\w+Tracer)) "
        r"has no attribute '?(?P<attribute>[^'\n]*)|",
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
    Rule(
        "error.index", ("IndexError",), "index out of range", "An index goes past the end of a list, tuple or string."
    ),
    Rule(
        "error.recursion",
        ("RecursionError",),
        "",
        "A function calls itself endlessly, or data contains itself. Give the recursion a case in which it stops.",
    ),
    Rule(
        "error.exception",
        ("ValueError", "TypeError"),
        r"values to unpack(?P<detail> \([^()]{1,40}\))?|cannot unpack non-iterable (?P<detail2>\w+)",
        "A line takes a value apart into more or fewer names than it has parts{detail}. Compare what the right-hand "
        "side returns with the names on the left.",
    ),
    Rule(
        "error.exception",
        ("TypeError",),
        r"unhashable type: '?(?:[\w.]*ArrayImpl|[\w.]*Tracer|Array|numpy|jax)",
        "An array was hashed, which arrays can't be: as a key of a dict, in a set, as an argument of a cached "
        "function, or as auxiliary data of a pytree. Use a plain value there, and pass arrays as ordinary arguments or "
        "children.",
    ),
    Rule(
        "error.exception",
        ("TypeError", "ValueError"),
        r"^(?:[Oo]nly (?:scalar|0-dimensional|length-1) arrays can be converted to Python scalars|"
        r"can only convert an array of size 1 to a Python scalar)",
        "`float`, `int`, `.item()` or a function of `math` was given an array that isn't a single number. Take one "
        "entry of it, or reduce it, as by `.sum()`; for mathematics on whole arrays use `jnp` in place of `math`.",
    ),
    Rule(
        "error.exception",
        ("TypeError",),
        r"^[Oo]nly integer scalar arrays can be converted to a scalar index",
        "An array was given where one whole number is needed, as for `range`, a size or `argnums`. Compare the order "
        "of the arguments with the function's, or take one entry of the array.",
    ),
    Rule(
        "error.exception",
        ("TypeError",),
        r"^iteration over a 0-d array",
        "A single number was looped over or taken apart like a list: an array without axes has no parts. A shape must "
        "be a tuple, as in `(n,)`; and with `has_aux=True` a function must return a pair.",
    ),
    Rule("error.exception", ("BaseException",), "", "`{type}` was raised."),
]
"""Rules about Python itself; the last one fits every exception."""
