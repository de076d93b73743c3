"""Loads a submission's source: compiles it with entry marks, imports it, and describes its exceptions.

Theory of operation. To know which of the submission's functions JAX traced, each function and lambda gets a call of a
hook as its first step, inserted into the syntax tree before compilation. Line numbers don't change, so the marks appear
neither in tracebacks nor in JAX's explanations. The hook is a constant of the compiled code and has no name, so the
submission can't replace it by an assignment. The code calls it only while JAX is tracing: calls on plain arrays need no
mark, and cost next to nothing.
"""

from __future__ import annotations

import ast
import io
import linecache
import os
import secrets
import sys
import types
import warnings
from collections import deque
from typing import TYPE_CHECKING, Any, NamedTuple

from grader.inside.closing import OWN

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

FILENAME = "solution.py"
LIBRARY = os.path.dirname(os.__file__) + os.sep  # noqa: PTH120 - compared with the file names of code objects
THEIRS = (OWN, *(path.rstrip("/") + "/" for path in sys.path if path.endswith("-packages")))
"""Where the code of the grader and of installed packages comes from. Nothing can be written there."""
MAX_MESSAGE = 4000
MAX_WALK = 12
MAX_FRAMES = 20
STATE, QUIET = "state", "quiet"
EMPTY: Mapping[str, Any] = types.MappingProxyType({})


class Idle(NamedTuple):
    """The condition under which the hook need not be called: an attribute of `state` is `quiet`."""

    state: object
    attribute: str
    quiet: object


class _Marker(ast.NodeTransformer):
    """Inserts a call of the hook before each function's body; with `idle`, a conditional one."""

    def __init__(self, placeholder: str, idle: Idle | None) -> None:
        self.functions: list[tuple[str, int]] = []
        self._placeholder = placeholder
        self._idle = idle

    def _mark(self, name: str, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> ast.expr:
        self.functions.append((name, node.lineno))
        call: ast.expr = ast.Call(ast.Constant(self._placeholder), [ast.Constant(len(self.functions) - 1)], [])
        if self._idle is not None:
            state = ast.Attribute(ast.Constant(self._placeholder + STATE), self._idle.attribute, ast.Load())
            idle = ast.Compare(state, [ast.Is()], [ast.Constant(self._placeholder + QUIET)])
            call = ast.BoolOp(ast.Or(), [idle, call])
        at = node.body if isinstance(node, ast.Lambda) else node.body[0]
        return ast.fix_missing_locations(ast.copy_location(call, at))

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        mark = ast.copy_location(ast.Expr(self._mark(node.name, node)), node.body[0])
        self.generic_visit(node)
        has_docstring = ast.get_docstring(node, clean=False) is not None
        node.body.insert(1 if has_docstring else 0, mark)
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = _function  # noqa: N815 - names that ast requires

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        mark = self._mark("<lambda>", node)
        self.generic_visit(node)
        pair = ast.Tuple([mark, node.body], ast.Load())
        node.body = ast.fix_missing_locations(
            ast.copy_location(ast.Subscript(pair, ast.Constant(1), ast.Load()), node.body)
        )
        return node


class Source:
    """A compiled submission, imported afresh for each case by `fresh_module`."""

    def __init__(self, text: str, filename: str = FILENAME, name: str = "solution", idle: Idle | None = None) -> None:
        """Compile `text` as module `name`; raise Python's errors, such as SyntaxError, ValueError, MemoryError.

        The hook is called on entering each function, unless the condition `idle` holds.
        """
        self._idle = idle
        self.filename = filename
        self.name = name
        self.text = text
        tree = ast.parse(text, filename)
        if filename == FILENAME:
            compile(tree, filename, "exec", dont_inherit=True)  # shows the compiler's warnings about a submission
        self._placeholder = secrets.token_hex()
        marker = _Marker(self._placeholder, idle)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)  # the marks would cause others
            self._code = compile(marker.visit(tree), filename, "exec", dont_inherit=True)
        self.functions = marker.functions
        linecache.cache[filename] = (len(text), None, list(io.StringIO(text, newline=None)), filename)

    def plant(self, enter: Callable[[int], None]) -> types.CodeType:
        """Return the code in which `enter(i)` is called on entering function i."""
        planted: dict[str, object] = {self._placeholder: enter}
        if self._idle is not None:
            planted |= {self._placeholder + STATE: self._idle.state, self._placeholder + QUIET: self._idle.quiet}
        return _plant(self._code, planted)

    def fresh_module(self, enter: Callable[[int], None], given: Mapping[str, Any] = EMPTY) -> types.ModuleType:
        """Run the top level in a new module and return it. `enter(i)` is called on entering function i.

        The module starts with the names in `given`.
        """
        return self.run(self.plant(enter), given)

    def run(self, code: types.CodeType, given: Mapping[str, Any] = EMPTY) -> types.ModuleType:
        """Run the result of `plant` in a new module, which starts with the names in `given`, and return the module."""
        module = types.ModuleType(self.name)
        vars(module).update(given)
        module.__file__ = self.filename
        sys.modules[self.name] = module
        exec(code, module.__dict__)  # noqa: S102 - running the submission is what the sandbox is for
        return module

    def describe_error(self, error: BaseException) -> dict[str, object]:
        """Return an exception as JSON: its type, its message and its frames in this file."""
        last: deque[tuple[int, str]] = deque(maxlen=MAX_FRAMES)
        tb = error.__traceback__
        while tb is not None:
            code = tb.tb_frame.f_code
            if code.co_filename == self.filename:
                last.append((tb.tb_lineno, code.co_name[:100]))
            tb = tb.tb_next
        frames: list[dict[str, object]] = [
            {"line": line, "function": name, "text": _plain(linecache.getline(self.filename, line).strip()[:200])}
            for line, name in last
        ]
        if isinstance(error, SyntaxError) and not frames:  # of this text, and not of one that `eval` was given
            frames = [
                {"line": error.lineno or 1, "function": "<module>", "text": _plain(str(error.text or "").strip()[:200])}
            ]
        return {
            "type": type(error).__name__[:100],
            "bases": [base.__name__[:100] for base in type(error).__mro__[:8]],
            "message": _message_of(error)[:MAX_MESSAGE],
            "frames": frames,
            "own": bool(frames) and _raised_here(error, self.filename),
        }


def is_library(filename: str) -> bool:
    """Return whether a code object's file name is that of the grader's code, an installed package's, or Python's own.

    All other code is the submission's: it can't be given such a name (see `grader.inside.rules`).
    """
    return filename.startswith((LIBRARY, "<frozen", *THEIRS))


def _plant(code: types.CodeType, planted: Mapping[str, object]) -> types.CodeType:
    """Return `code` with the placeholder constants replaced as in `planted`, including nested functions."""

    def replace(constant: object) -> object:
        if isinstance(constant, types.CodeType):
            return _plant(constant, planted)
        return planted.get(constant, constant) if type(constant) is str else constant

    return code.replace(co_consts=tuple(replace(constant) for constant in code.co_consts))


def _raised_here(error: BaseException, filename: str) -> bool:
    tb = error.__traceback__
    while tb is not None and tb.tb_next is not None:
        tb = tb.tb_next
    return tb is not None and tb.tb_frame.f_code.co_filename == filename


def _message_of(error: BaseException) -> str:
    try:
        return _plain(str(error.msg if isinstance(error, SyntaxError) else error) or "")
    except BaseException:  # noqa: BLE001 - a submission's exception can do anything when turned into text
        return "(the exception's own message could not be made)"


def _plain(text: str) -> str:
    """Return `text` with lone surrogates, which can't be encoded, as escapes."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def first_line_of(fun: object) -> int | None:
    """Return the first line of a submission's function, None for any other object."""
    function = fun.__func__ if type(fun) is types.MethodType else fun
    if type(function) is not types.FunctionType:
        return None
    code = function.__code__  # an attribute access by name, which the guard looks for
    return code.co_firstlineno if code.co_filename == FILENAME else None


def line_near(frame: types.FrameType | None) -> int | None:
    """Return the line of the innermost submission frame among the nearest callers, or None."""
    for _ in range(MAX_WALK):
        if frame is None:
            return None
        if frame.f_code.co_filename == FILENAME:
            return frame.f_lineno
        frame = frame.f_back
    return None
