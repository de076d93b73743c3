"""Studies with JAX's own guards: the calls are repeated under stricter settings of JAX.

A guard raises an exception at the offending operation. Only operations in the submission's own lines are reported: the
innermost line of the submission must have called JAX directly, not through another library.

No setting forbids products of arrays with different dtypes, so these are searched for in the program that JAX makes.

A submission could loosen JAX's rules of promotion just where it mixes dtypes. So the calls are made once more with a
hook that JAX calls whenever a setting changes for a block, and that raises unless the new value is strict. The hook is
a method of a plain dict, through which nothing of the harness can be reached. JAX changes these settings itself, as in
`jax.random`: if it does so first, nothing is found.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

from grader.inside.source import FILENAME
from grader.inside.studies.interpreter import JaxprInterpreter
from grader.inside.studies.jaxprs import caller_of, inner_jaxprs, is_handed_over, is_library, make_jaxpr
from grader.inside.studies.products import find_mixed_products

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from grader.inside.studies.subject import Study, Subject

    Finding = dict[str, object]
    Guard = Callable[[Any], AbstractContextManager[object]]
    Read = Callable[[str], "list[str] | None"]
    """Returns the details in the message of a guard's exception, such as the operation and its operands, or None."""

_result_type = np.result_type
_check_leaks: Any = jax.check_tracer_leaks
_debug_nans, _debug_infs = jax.debug_nans, jax.debug_infs
_dtype_promotion, _rank_promotion = jax.numpy_dtype_promotion, jax.numpy_rank_promotion
_isnan, _isinf, _issubdtype = jnp.isnan, jnp.isinf, jnp.issubdtype
_asarray = np.asarray
_config = jax.config
FILTERING = "jax_traceback_filtering"
HOOK = "_update_thread_local_hook"
"""The attribute of a setting that holds the function which JAX calls when the setting changes for a block."""
SETTINGS = "/jax/_src/config.py"
STRICT = (None, "strict", "raise")
"""The values that a setting may get: the strict ones, and None at the end of a block."""
PLACE = re.escape(FILENAME) + r":(\d+)"


def study_leaks(subject: Subject, _: dict[str, Any]) -> Finding | None:
    """Return the function whose trace a tracer outlives, and the global that holds the tracer, if known; else None."""
    return _strike(subject, "leak", _check_leaks, _read_leak)


def study_nans(subject: Subject, options: dict[str, Any]) -> Finding | None:
    """Return the first operation that makes a NaN (or an infinity, if these are refused), or None."""
    tests = {"nan": _isnan, "inf": _isinf} if options["infinities"] else {"nan": _isnan}
    again = subject.fresh()
    for call in range(len(subject.calls)):
        search = Search(tests)
        try:
            search.run_call(again.entry, again.arguments(call))
        except Exception:  # noqa: BLE001 - the submission can't be traced, or raises
            found = _strike(subject, "nan", _debug_nans, _read_nan)
            return found or (_strike(subject, "inf", _debug_infs, _read_nan) if "inf" in tests else None)
        if search.found is not None:
            what, primitive, line = search.found
            return {"what": what, "call": call, "line": line, "words": [primitive]}
    return None


class Search(JaxprInterpreter):
    """Finds the submission's first equation with an output that meets a test, but no input that does.

    `jax.debug_nans` checks only the results of a jitted function, so it misses a NaN that is masked before that. What
    the problem's own functions compute counts as the submission's, on the line that passed them to JAX.
    """

    def __init__(self, tests: dict[str, Callable[[Any], Any]]) -> None:
        """Search with `tests`, by name."""
        self.found: tuple[str, str, int] | None = None
        self._tests = tests
        self._line: int | None = None
        """The submission's line that was seen last."""

    def look(self, equation: Any, inputs: list[Any], outputs: list[Any]) -> None:  # noqa: ANN401 - JAX's own types
        """Keep the test, primitive and line of the first such equation."""
        line = self._find_line(equation)
        if self.found is not None or line is None:
            return
        for name, test in self._tests.items():
            if any(_meets(test, value) for value in outputs) and not any(_meets(test, value) for value in inputs):
                self.found = (name, str(equation.primitive.name)[:100], line)
                return

    def enters(self, equation: Any) -> bool:  # noqa: ANN401 - JAX's own type
        """Enter only the submission's own functions; a library's functions may mask NaNs."""
        self._find_line(equation)
        jaxprs = [getattr(inner, "jaxpr", inner) for inner in inner_jaxprs(equation)]
        return any(caller_of(one) is not None or is_handed_over(one) for jaxpr in jaxprs for one in jaxpr.eqns)

    def _find_line(self, equation: Any) -> int | None:  # noqa: ANN401 - JAX's own type
        """Return the submission's line that is responsible for an equation; None if a library is."""
        line = caller_of(equation)
        self._line = line or self._line
        return self._line if line is None and is_handed_over(equation) else line


def _meets(test: Callable[[Any], Any], value: Any) -> bool:  # noqa: ANN401 - whatever JAX computes
    inexact = _issubdtype(getattr(value, "dtype", _result_type(type(value))), np.inexact)
    return bool(inexact) and bool(_asarray(test(value)).any())


def study_promotion(subject: Subject, options: dict[str, Any]) -> Finding | None:
    """Return the first operation that mixes dtypes, or else the first that mixes ranks, with its operands."""
    found = None
    if options["dtype"]:
        found = _strike(subject, "dtype", _dtype_promotion, _read_dtypes, "strict") or _find_product(subject)
    if found is None and options["rank"]:
        found = _strike(subject, "rank", _rank_promotion, _read_shapes, "raise")
    for what, setting in (("dtype", _dtype_promotion), ("rank", _rank_promotion)):
        if found is None and options[what]:
            found = _find_switch(subject, setting)
    return found


def _find_product(subject: Subject) -> Finding | None:
    """Return the submission's first product of arrays with different dtypes; None if JAX can't trace the calls."""
    again = subject.fresh()
    for call in range(len(subject.calls)):
        try:
            closed = make_jaxpr(again.entry, again.arguments(call))
        except Exception:  # noqa: BLE001 - the submission can't be traced, or raises
            return None
        for line, dtypes in find_mixed_products(closed.jaxpr):
            return {"what": "dtype", "call": call, "line": line, "words": dtypes}
    return None


def _find_switch(subject: Subject, setting: Any) -> Finding | None:  # noqa: ANN401 - JAX's own type
    """Return where the submission itself changes a setting for a block; None if it doesn't, or if JAX does so first."""
    kept, call = getattr(setting, HOOK), 0
    setattr(setting, HOOK, dict.fromkeys(STRICT).__getitem__)
    try:
        again = subject.fresh()
        for call in range(len(subject.calls)):
            again.run(call)
    except KeyError as raised:
        line = _line_that_switched(raised)
        if line is None:
            return None
        words = [str(setting.__name__), str(getattr(raised.args[0], "value", raised.args[0]))[:100]]
        return {"what": "switch", "call": call, "line": line, "words": words}
    except Exception:  # noqa: BLE001 - without the hook, these calls raised nothing
        return None
    else:
        return None
    finally:
        setattr(setting, HOOK, kept)


def _line_that_switched(raised: KeyError) -> int | None:
    """Return the submission's line whose `with` statement changed the setting; None if anything else raised."""
    before, line, name, tb = "", None, "", raised.__traceback__
    while tb is not None:
        before, name = name, tb.tb_frame.f_code.co_filename
        line = tb.tb_lineno if name == FILENAME else line
        tb = tb.tb_next
    return line if before == FILENAME and name.endswith(SETTINGS) else None


def _strike(
    subject: Subject,
    what: str,
    guard: Guard,
    read: Read,
    setting: object = True,  # noqa: FBT002 - a setting of JAX's
) -> Finding | None:
    """Make all calls under `guard`; return the offending operation, or None if it isn't the submission's own."""
    again = subject.fresh()
    filtering = getattr(_config, FILTERING)
    _config.update(FILTERING, "off")  # otherwise libraries remove their frames from tracebacks
    try:
        for call in range(len(subject.calls)):
            try:
                with guard(setting):
                    again.run(call)
            except Exception as error:
                words = read(str(error))
                if words is None:
                    raise
                line = (_traced_at(str(error)) if what == "leak" else None) or _place(error)
                return {"what": what, "call": call, "line": line, "words": words} if line is not None else None
    finally:
        _config.update(FILTERING, filtering)
    return None


def _place(error: BaseException) -> int | None:
    """Return the submission's innermost line; None if that line called a library other than JAX."""
    line = None
    tb = error.__traceback__
    while tb is not None:
        name = tb.tb_frame.f_code.co_filename
        if name == FILENAME:
            line = tb.tb_lineno
        elif is_library(name):
            line = None
        tb = tb.tb_next
    return line


def _traced_at(message: str) -> int | None:
    """Return the line of the submission's function whose trace leaked, or else the line that made the leaked value."""
    match = re.search(rf"tracing the function .* at {PLACE}", message) or re.search(PLACE, message)
    return int(match.group(1)) if match is not None else None


def _read_leak(message: str) -> list[str] | None:
    """Return the traced function, and the submission's global that holds a tracer; empty strings if unknown."""
    if not message.startswith("Leaked"):
        return None
    traced = re.search(rf"tracing the function (\S+) at {PLACE}", message)
    made = re.search(rf"{PLACE}(?::\d+)? \((.+?)\)", message)
    name = traced.group(1) if traced else made.group(2).rpartition(".")[2] if made else ""
    held = re.search(r"referred to by solution\.(\w+)", message)
    return [name[:100], held.group(1)[:100] if held else ""]


def _read_nan(message: str) -> list[str] | None:
    match = re.match(r"invalid value \((?:nan|inf)\) encountered in (\w+)", message)
    return [match.group(1)] if match is not None else None


def _read_dtypes(message: str) -> list[str] | None:
    match = re.match(r"Input dtypes \((.*?)\) have no available implicit dtype promotion", message)
    if match is None:
        return None
    named = re.findall(r"""'[^'"]*'|"<class '(\w+)'>\"""", match.group(1))
    arrays = sorted(re.findall(r"'([^'\" ]*)'(?:,|$)", match.group(1)))
    return [*arrays, *(f"a Python {name}" for name in named if name)]


def _read_shapes(message: str) -> list[str] | None:
    match = re.match(r"Operands could not be broadcast together for (\w+) on shapes (.*) and with the config", message)
    return [match.group(1), *re.findall(r"\([\d, ]*\)", match.group(2))] if match is not None else None


STUDIES: dict[str, Study] = {"leaks": study_leaks, "nans": study_nans, "promotion": study_promotion}
