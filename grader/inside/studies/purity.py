"""Studies of the state that the entry point reads and keeps in addition to its arguments."""

from __future__ import annotations

import contextlib
import hashlib
import random
import re
import time
import types
from typing import TYPE_CHECKING, Any

import jax
import numpy as np

from grader.inside.studies.jaxprs import inner_jaxprs, line_of, make_jaxpr, walk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grader.inside.studies.subject import Study, Subject

CLOCKS = ("time", "monotonic", "perf_counter", "process_time", "thread_time")
"""Functions of `time` in seconds; each has a counterpart in nanoseconds."""
LATER = 1e9
"""The seconds between the two times of day: enough to be visible in the 24 bits of a float32."""
MAX_GLOBALS = 20

_ADDRESS = re.compile(r"0x[0-9a-f]+|\bid=\d+")
_make_context = jax.make_user_context(0)
_asarray, _sha = np.asarray, hashlib.sha256
_getstate, _setstate, _seed = random.getstate, random.setstate, random.seed
_np_getstate, _np_setstate, _np_seed = np.random.get_state, np.random.set_state, np.random.seed
_clocks = {name: getattr(time, name) for base in CLOCKS for name in (base, f"{base}_ns")}


class Trace:
    """A jaxpr as text, equation by equation; equal programs have equal text."""

    def __init__(self, subject: Subject, *, later: float = 0.0, seed: int = 0, np_seed: int = 0) -> None:
        """Trace the last call again, with the clocks stopped and both random states set."""
        _seed(seed)
        _np_seed(np_seed)
        with frozen_clocks(subject.module, later), _make_context(object()):  # a new context: nothing is cached for it
            before = _getstate(), describe_numpy_state()
            closed = make_jaxpr(subject.entry, subject.arguments())
            self.drew = _getstate() != before[0]
            self.drew_numpy = describe_numpy_state() != before[1]
        constants = zip(closed.jaxpr.constvars, closed.consts, strict=True)
        leaked = {id(variable) for variable, value in constants if isinstance(value, jax.core.Tracer)}
        self.leaked = bool(leaked)
        """Whether it uses a tracer of an earlier trace, which `jax.make_jaxpr` treats as a constant."""
        self.leak_line = line_using(closed.jaxpr, leaked)
        self.text = plain(str(closed.jaxpr)) + "".join(map(describe_value, closed.consts))
        self.equations = [(describe_equation(equation), line) for equation, line in walk(closed)]

    def __eq__(self, other: object) -> bool:
        """Return whether both are the same program."""
        return isinstance(other, Trace) and (self.text, self.equations) == (other.text, other.equations)

    __hash__ = None  # type: ignore[assignment]  # not hashable

    def line_of_difference(self, other: Trace) -> int | None:
        """Return the submission's line of the first equation that differs."""
        pairs = zip(self.equations, other.equations, strict=False)
        return next((line for (mine, line), (theirs, _) in pairs if mine != theirs), None)


def study_pure(subject: Subject, _: dict[str, Any]) -> dict[str, object]:
    """Return the cause of a difference between two traces, if any: its kind, the line, and the changed globals."""
    kept = _getstate(), _np_getstate()
    try:
        return _compare_traces(subject)
    finally:
        _setstate(kept[0])
        _np_setstate(kept[1])


def _compare_traces(subject: Subject) -> dict[str, object]:
    globals_before = fingerprint_globals(subject.module)
    first = Trace(subject)
    if first.leaked:
        return {"differs": "leaked", "line": first.leak_line, "globals": [], "raised": None}
    globals_after = fingerprint_globals(subject.module)
    changed = [name for name, now in globals_after.items() if globals_before.get(name, now) != now][:MAX_GLOBALS]
    try:
        second = Trace(subject)
    except Exception as error:  # noqa: BLE001 - the submission's own code runs here
        return {"differs": "raised", "line": None, "globals": changed, "raised": type(error).__name__[:100]}
    found: dict[str, object] = {"differs": None, "line": None, "globals": [], "raised": None}
    if second.leaked:
        return found | {"differs": "leaked", "line": second.leak_line, "globals": changed}
    if first != second:
        return found | {"differs": "state", "line": first.line_of_difference(second), "globals": changed}
    others: list[tuple[str, bool, dict[str, Any]]] = [
        ("clock", True, {"later": LATER}),
        ("random", first.drew, {"seed": 1}),
        ("numpy.random", first.drew_numpy, {"np_seed": 1}),
    ]
    for kind, worthwhile, settings in others:
        if worthwhile:
            other = Trace(subject, **settings)
            if first != other:
                return found | {"differs": kind, "line": first.line_of_difference(other)}
    return found


def line_using(jaxpr: Any, variables: set[int], line: int | None = None) -> int | None:  # noqa: ANN401 - JAX's own type
    """Return the submission's line of the first equation that uses one of `variables` (by their ids), or `line`."""
    for equation in jaxpr.eqns:
        places = [at for at, variable in enumerate(equation.invars) if id(variable) in variables]
        if places:
            inner = [getattr(found, "jaxpr", found) for found in inner_jaxprs(equation)]
            own = line_of(equation) or line
            if len(inner) == 1 and len(inner[0].invars) == len(equation.invars):  # as of `jit`
                return line_using(inner[0], {id(inner[0].invars[at]) for at in places}, own)
            return own
    return line


@contextlib.contextmanager
def frozen_clocks(module: types.ModuleType, later: float) -> Iterator[None]:
    """Stop the clocks of `time`, even those imported by name, at a fixed time plus `later` seconds."""
    stopped = {name: stop(clock, later) for name, clock in _clocks.items()}
    by_clock = {id(clock): stopped[name] for name, clock in _clocks.items()}
    borrowed = {name: value for name, value in vars(module).items() if id(value) in by_clock}
    try:
        vars(time).update(stopped)
        vars(module).update({name: by_clock[id(value)] for name, value in borrowed.items()})
        yield
    finally:
        vars(time).update(_clocks)
        vars(module).update(borrowed)


def stop(clock: Callable[[], float], later: float) -> Callable[[], float]:
    """Return a clock that always returns the same time: a round number plus `later` seconds."""
    in_ns = clock.__name__.endswith("_ns")
    fixed = (1_700_000_000 + int(later)) * 10**9 if in_ns else 1_700_000_000.0 + later
    return lambda: fixed


def plain(text: str) -> str:
    """Return text without object addresses, which differ between equal objects."""
    return _ADDRESS.sub("0x", text)


def describe_value(value: object) -> str:
    """Return a constant's type and a digest of its bytes."""
    try:
        array = _asarray(value)
    except Exception:  # noqa: BLE001 - NumPy can't read random keys and other special arrays
        return plain(repr(value))
    content = plain(repr(value)) if array.dtype == object else _sha(array.tobytes()).hexdigest()
    return f"{array.dtype}{array.shape}{content}"


def describe_equation(equation: Any) -> str:  # noqa: ANN401 - JAX's own type
    """Return an equation's primitive, operands and results, with the values of its constants."""
    operands = [describe_value(v.val) if hasattr(v, "val") else str(v.aval) for v in equation.invars]
    constants = [describe_value(const) for inner in inner_jaxprs(equation) for const in getattr(inner, "consts", ())]
    return f"{equation.primitive.name} {operands} {constants} {[str(v.aval) for v in equation.outvars]}"


def describe_numpy_state() -> str:
    """Return the state of NumPy's global generator."""
    return repr([_asarray(part).tolist() if not isinstance(part, str) else part for part in _np_getstate()])


def fingerprint_globals(module: types.ModuleType) -> dict[str, object]:
    """Return a value for each of the submission's globals that differs after the global was rebound or changed."""
    functions = types.FunctionType | types.BuiltinFunctionType | types.ModuleType | type
    return {
        name: fingerprint(value)
        for name, value in list(vars(module).items())
        if not name.startswith("__") and not isinstance(value, functions)
    }


def fingerprint(value: object, depth: int = 0) -> object:
    """Return a value's contents, two levels deep: plain values themselves, other objects by identity."""
    if value is None or isinstance(value, bool | int | float | str | bytes):
        return value
    if isinstance(value, np.ndarray):
        return value.tobytes()
    if isinstance(value, np.random.Generator):
        return repr(value.bit_generator.state)
    if isinstance(value, np.random.RandomState | random.Random):
        return repr(value.get_state() if isinstance(value, np.random.RandomState) else value.getstate())
    if depth > 1:
        return id(value)
    if isinstance(value, list | tuple | set | frozenset):
        return [fingerprint(item, depth + 1) for item in value]
    if isinstance(value, dict):
        return [(str(key), fingerprint(item, depth + 1)) for key, item in value.items()]
    attributes = getattr(value, "__dict__", None)
    return id(value), fingerprint(dict(attributes), depth + 1) if isinstance(attributes, dict) else None


def study_deterministic(subject: Subject, _: dict[str, Any]) -> dict[str, object]:
    """Return the output of the first call after all others, and of the last call alone in a fresh import."""
    return {"again": subject.run(0), "alone": subject.fresh().run(-1)}


STUDIES: dict[str, Study] = {"pure": study_pure, "deterministic": study_deterministic}
