"""Removes globals and closures from functions that a submission can reach. Runs inside the sandbox.

Theory of operation. The functions that the harness puts into JAX (a listener and patches) call other parts of the
harness. An ordinary function refers to these in `__globals__` and `__closure__`, which would expose the whole harness.
A *closed* function holds them as constants of its code instead. Reading that code raises an audit event, which
`rules.py` judges; rebinding a name that the code uses has no effect.

`object.__subclasses__()` lists all classes; `hide_classes` removes the harness's classes from that list. A C profiler
returns the code objects that it measured; `hide_codes` replaces the grader's with their names.
"""

from __future__ import annotations

import ast
import builtins
import ctypes
import functools
import gc
import inspect
import secrets
import textwrap
import types
import warnings
from _lsprof import Profiler
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Made = TypeVar("Made", bound="Callable[..., Any]")

TOKEN = secrets.token_hex(8)
CLOSED: set[int] = set()
"""The ids of closed functions, which live as long as the process."""
CODES: set[int] = set()
"""The ids of the closed functions' code objects."""
OWN = "/dojo/"
"""The directory of the grader's files."""
_kept: list[object] = []
MADE = frozenset(
    {
        *("patched", "listener", "tell", "keep", "note_globally", "note_here"),
        *("diff_trees", "diff_or_nothing", "get", "key", "watched"),
    }
)
"""Names of the functions that are closed in each submission's process."""


class _Names(ast.NodeTransformer):
    """Replaces names that aren't local to the function with placeholder constants."""

    def __init__(self, own: Iterable[str]) -> None:
        self._own = frozenset(own)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if isinstance(node.ctx, ast.Load) and node.id not in self._own:
            return ast.copy_location(ast.Constant(TOKEN + node.id), node)
        return node


def close(function: Made) -> Made:
    """Return a function that behaves like `function`, and refers to other objects only through constants of its code.

    Its globals and its closure are read once, now. Raise OSError if its source can't be read.
    """
    original: Any = function
    template = read_template(original.__code__)
    cells = dict(zip(original.__code__.co_freevars, original.__closure__ or (), strict=True))
    # C code that imports, such as NumPy's, looks up `__import__` in the builtins of the function that calls it.
    namespace = {"__name__": original.__module__, "__builtins__": {"__import__": builtins.__import__}}
    made = types.FunctionType(template, namespace, original.__name__, original.__defaults__)
    made.__kwdefaults__ = original.__kwdefaults__

    def look_up(name: str) -> object:
        if name in cells:
            value = cells[name].cell_contents
            return made if value is function else value
        return original.__globals__[name] if name in original.__globals__ else getattr(builtins, name)

    made.__code__ = _plant(template, look_up)
    CLOSED.add(id(made))
    _kept.append(made)
    keep_code(made)
    return made  # type: ignore[return-value]  # it has that signature


def keep_code(function: Any) -> None:  # noqa: ANN401 - a function
    """Record the code of a closed function as the grader's. Call this whenever the function gets other code."""
    for code in walk_code(function.__code__):
        CODES.add(id(code))
        _kept.append(code)


@functools.lru_cache(maxsize=256)
def read_template(code: types.CodeType) -> types.CodeType:
    """Return the code of a function with placeholders for its nonlocal names."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(code)))
    node = tree.body[0]
    if not isinstance(node, ast.FunctionDef):
        raise TypeError(f"{code.co_name} is no plain function")
    node.decorator_list, node.returns = [], None
    for argument in ast.walk(node.args):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    node.args.defaults = [ast.Constant(None) for _ in node.args.defaults]
    node.args.kw_defaults = [None if default is None else ast.Constant(None) for default in node.args.kw_defaults]
    own = {name for inner in walk_code(code) for name in (*inner.co_varnames, *inner.co_cellvars)}
    node.body = [_Names(own).visit(step) for step in node.body]
    ast.increment_lineno(tree, code.co_firstlineno - 1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # about calling a string: placeholders are strings
        module = compile(ast.fix_missing_locations(tree), code.co_filename, "exec", dont_inherit=True)
    return next(constant for constant in module.co_consts if isinstance(constant, types.CodeType))


def read_templates(*modules: types.ModuleType) -> None:
    """Cache the templates that `close` needs of the nested functions in `modules`, before processes are forked."""
    for module in modules:
        parts = [part for value in vars(module).values() for part in (value, *getattr(value, "__dict__", {}).values())]
        for part in parts:
            if isinstance(part, types.FunctionType) and part.__module__ == module.__name__:
                for code in walk_code(part.__code__):
                    if code.co_name in MADE:
                        read_template(code)


def walk_code(code: types.CodeType) -> Iterator[types.CodeType]:
    """Yield a code object and all code objects nested in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from walk_code(constant)


def _plant(code: types.CodeType, look_up: Callable[[str], object]) -> types.CodeType:
    def replace(constant: object) -> object:
        if isinstance(constant, types.CodeType):
            return _plant(constant, look_up)
        if type(constant) is str and constant.startswith(TOKEN):
            return look_up(constant[len(TOKEN) :])
        return constant

    return code.replace(co_consts=tuple(map(replace, code.co_consts)))


_MAKING = [close.__code__, _plant.__code__, read_template.__wrapped__.__code__]


def makes_ours(code: types.CodeType) -> bool:
    """Return whether `code` closes functions, which may happen while a submission runs. It calls no foreign code."""
    return any(code is one for one in _MAKING)


def hide_classes() -> types.FunctionType:
    """Make every class's `__subclasses__` leave out the harness's classes; return the function that does so."""
    original = type.__dict__["__subclasses__"]
    if isinstance(original, types.FunctionType):
        return original
    kinds, hidden = [object], set()
    while kinds:
        for kind in original(kinds.pop()):
            if not issubclass(kind, type):
                kinds.append(kind)
            if kind.__module__ == "__main__" or kind.__module__.partition(".")[0] == "grader":
                hidden.add(id(kind))
                _kept.append(kind)
    identify = id

    def __subclasses__(cls):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202, N807 - as it is called
        """Return a list of immediate subclasses."""
        return [kind for kind in original(cls) if identify(kind) not in hidden]

    closed = close(__subclasses__)
    closed.__qualname__ = "type.__subclasses__"
    _replace(type, "__subclasses__", closed)
    return closed  # type: ignore[return-value]


def hide_codes() -> None:
    """Have the C profiler report the grader's functions by name, as it reports functions written in C."""
    original = Profiler.__dict__["getstats"]
    if isinstance(original, types.FunctionType):
        return
    codes, identify = CODES, id

    def getstats(profiler):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - as it is called
        """Return what was measured, an entry for each function."""

        def name(entry: Any) -> Any:  # noqa: ANN401 - the interpreter's own type
            code, *rest = entry
            if type(code) is not str and (identify(code) in codes or code.co_filename.startswith(OWN)):
                code = f"<{code.co_name}>"
            if type(rest[-1]) is list:
                rest[-1] = [name(callee) for callee in rest[-1]]
            return type(entry)((code, *rest))

        return [name(entry) for entry in original(profiler)]

    _replace(Profiler, "getstats", close(getstats))


def _replace(owner: type, name: str, value: object) -> None:
    """Set an attribute of a class that is written in C."""
    gc.get_referents(owner.__dict__)[0][name] = value
    ctypes.pythonapi.PyType_Modified(ctypes.py_object(owner))  # the interpreter caches where it found a method
