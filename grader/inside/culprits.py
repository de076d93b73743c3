"""Decides whether the submission caused an audit event, or a library for purposes of its own. Runs inside the sandbox.

Theory of operation. Some events are requests for frames, code or the heap; others change what runs. An event shows the
requested object and the requesting frame, but not on whose behalf the request was made. The standard library and JAX
request frames and code all the time, mostly on a submission's behalf: to print a traceback, to log a line number, to
find a function's source. Whether a request is innocent follows from the stack, read from the innermost frame outwards:

- Code that makes a request itself names what it requests (`tb_frame`, `_getframe`) in its current instruction, and
  reads the attribute of the very object that the event is about (`asking.py`). If the innermost frame doesn't,
  something written in C makes the request, and may keep the answer: a function that was passed in, as in
  `jax.tree.map(operator.attrgetter("tb_frame"), …)`, or a property of an object that was passed in. This is a finding.
- A function that returns what it gets to its caller (`GIVERS`) makes the request for that caller. The caller's code
  must show the call: it contains the function's name, or holds its code object. Otherwise something written in C
  called the function, and may keep the answer (`Debt`).
- A standard-library function that is *trusted* with the requested object, and keeps it to itself, is innocent; so are
  the functions in the modules `KEEPERS` of installed packages. But if something that they could pass the object to has
  been replaced (`Originals`), they get an exception with a plain message.
- Any other standard-library function works for its caller, so the walk continues with the caller.
- The harness is innocent if the innermost frame is its own. Otherwise it called something that makes the request, which
  may be written in C and may be the submission's entry point.
- Some events have no name that code must contain (an import, the creation of code). They are innocent only if they come
  from Python's import machinery, which may load libraries (`loading.py`), from packages that use ctypes, from JAX's
  profiler, or from the functions that close the grader's own functions (`closing.py`).
- Any other function of an installed package gets such an exception, too, if it requests frames.
- If the walk arrives at the submission, or at the end of a thread that runs only library code, this is a finding. Code
  that was created at run time, in a file called `<string>` or the like, counts as the submission's. No code that a
  library creates in this way makes such requests.

A debugger, a tracer or a profiler written in Python gets frames in order to show them to a person. There is no person
here, so it gets the same exception, which is not a finding. The C profiler (`cProfile`) doesn't pass frames on.
"""

from __future__ import annotations

import builtins
import contextlib
import importlib
import inspect
import os
import sys
import types
import warnings
from operator import is_
from typing import TYPE_CHECKING, Any

from grader.inside.asking import calls, reads
from grader.inside.closing import OWN, makes_ours
from grader.inside.loading import Machinery
from grader.inside.rules import CODE, FRAME_ATTRIBUTES, FRAME_USERS, FRAMES, LOADING, MEMORY, NAMING, PROFILING, TRACING
from grader.inside.source import FILENAME, LIBRARY, THEIRS, is_library

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grader.inside.rules import AuditFinding

NO_DEBUGGER = "no debugger or tracer can be used while code is graded"
"""The message of the exception that a debugger gets; `grader.judge.explain` recognizes it."""
REPLACED = "code that looks at frames can't be used while {} is replaced"

DEBUGGERS = frozenset({"pdb", "bdb", "trace", "profile", "threading"})
"""Standard-library modules that trace for their callers, directly or through another module."""
GIVERS = frozenset(
    {
        *("currentframe", "stack", "trace", "getinnerframes", "getouterframes", "getmembers", "_getmembers"),
        *("source_to_code", "walk_stack", "walk_tb", "_walk_tb_with_full_positions", "_task_get_stack"),
        "<lambda>",  # `logging.currentframe`
        "<module>",  # the top level of a module, or a part of one that was compiled again
        *("extract", "extended_frame_gen", "_extract_from_extended_frame_gen"),  # they take frames from any iterator
        *("getframeinfo", "getargvalues", "getgeneratorlocals", "getcoroutinelocals", "getasyncgenlocals"),
    }
)
"""The names of functions that return frames or code to their callers."""
KEEPERS = (
    *(
        "/absl/flags/_helpers.py",
        "/absl/logging/__init__.py",
        "/jax/_src/core.py",
        "/jax/_src/lazy_loader.py",
        "/jax/_src/traceback_util.py",
    ),
    *("/scipy/_lib/_bunch.py", "/typing_extensions.py"),
)
"""Modules of installed packages that use frames for their own purposes."""
USERS_OF_CTYPES = ("/numpy/_core/_internal.py", "/numpy/ctypeslib/_ctypeslib.py")
"""Modules of installed packages that use ctypes on their caller's behalf."""
PROFILER = "/jax/_src/profiler.py"
"""The module that starts XLA's profiler, which also sees each function call, but keeps only names."""
HELPERS = frozenset(
    {
        *("builtins", "collections", "contextlib", "functools", "gc", "inspect", "itertools", "linecache", "operator"),
        *("sys", "traceback", "types"),
    }
)
"""Modules that provide frames, or get frames, their variables or iterators over them from code that uses frames."""
KEEPING_MODULES = frozenset(
    {
        *("absl.flags._helpers", "absl.logging", "jax._src.core", "jax._src.lazy_loader", "jax._src.traceback_util"),
        *("scipy._lib._bunch", "typing_extensions"),
    }
)
GIVING = {
    "sys": frozenset({"_getframe", "_getframemodulename", "exc_info", "exception"}),
    "gc": frozenset({"get_objects", "get_referents", "get_referrers"}),
}
"""The only names that are recorded from these modules."""
OPEN = frozenset(
    {
        "showwarning",
        "formatwarning",
        "_showwarnmsg_impl",
        "_",
        "print",
        "input",
        "open",
        "help",
        "exit",
        "quit",
        "breakpoint",
    }
)
"""Names that a submission may replace, because none of these functions gets a frame."""


IMMUTABLE = 1 << 8
"""The flag of immutable classes (Py_TPFLAGS_IMMUTABLETYPE)."""
ATTRIBUTES = FRAME_ATTRIBUTES | {"__code__"}
ALIASES = {"<lambda>": "currentframe", "_task_get_stack": "get_stack"}
"""The names by which callers know some functions, by the name of the function's code."""
"""The first is a lambda of `logging`, the second a function that `asyncio` calls from C."""


class Originals:
    """The modules' contents before any authored code ran: functions, classes with their attributes, and modules."""

    def __init__(self) -> None:
        """Import the modules that use frames, and record their contents and those of their helpers."""
        self.machinery = Machinery()
        self._noted: dict[str, list[tuple[str, Mapping[str, Any], tuple[str, ...], tuple[object, ...]]]] = {}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for name in sorted(FRAME_USERS | KEEPING_MODULES):
                with contextlib.suppress(ImportError):
                    importlib.import_module(name)
        self._shadows: dict[int, frozenset[str]] = {}
        """The builtins that a module could shadow by a new global of the same name, by the id of its namespace."""
        spaces = [vars(module) for module in list(sys.modules.values())]
        self._spaces = {id(space): space for space in spaces}
        for name, module in list(sys.modules.items()):
            top = name if name in KEEPING_MODULES else name.partition(".")[0]
            if top in FRAME_USERS | HELPERS | KEEPING_MODULES and isinstance(module, types.ModuleType):
                self._note(top, name, vars(module))
                for kind in list(vars(module).values()):
                    if isinstance(kind, type) and kind.__module__ == name and not kind.__flags__ & IMMUTABLE:
                        self._note(top, f"{name}.{kind.__name__}", vars(kind))

    def _note(self, top: str, label: str, namespace: Mapping[str, Any]) -> None:
        noted = {
            name: value
            for name, value in namespace.items()
            if (callable(value) or isinstance(value, types.ModuleType | classmethod | staticmethod | property))
            and (name in GIVING[top] if top in GIVING else name not in OPEN)
        }
        self._noted.setdefault(top, []).append((label, namespace, tuple(noted), tuple(noted.values())))
        if isinstance(namespace, dict) and namespace is not vars(builtins):
            self._shadows[id(namespace)] = frozenset(vars(builtins)) - OPEN - namespace.keys()

    def knows(self, frame: types.FrameType) -> bool:
        """Return whether code runs with the globals of an original module: anyone can run it with other globals."""
        return id(frame.f_globals) in self._spaces

    def find_replaced(self, top: str) -> str | None:
        """Return the name of an object that was replaced in the module `top` or in its helpers, or None.

        The current objects are only compared by identity; none of their methods is called.
        """
        for module in (top, *HELPERS):
            for label, namespace, names, values in self._noted.get(module, ()):
                shadow = self._shadows.get(id(namespace))
                if shadow is not None and not shadow.isdisjoint(namespace):
                    return f"`{label}.{min(shadow & namespace.keys())}`"
                if not all(map(is_, map(namespace.get, names), values)):
                    changed = next(
                        name for name, value in zip(names, values, strict=True) if namespace.get(name) is not value
                    )
                    return f"`{label}.{changed}`"
        return None


def find_culprit(
    frame: types.FrameType | None,
    finding: AuditFinding,
    asked: str | None,
    originals: Originals,
    args: tuple[Any, ...] = (),
) -> tuple[bool, int | None]:
    """Return whether the submission caused the event in `frame`, and its line if known.

    `asked` is the name that code must contain if it makes the request itself, or None if there is no such name; `args`
    are the event's arguments. Raises RuntimeError if the event was caused by a debugger or tracer, or by code that
    could pass on what it gets.
    """
    if finding in (FRAMES, TRACING, PROFILING) and module_of(frame) in DEBUGGERS:
        raise RuntimeError(NO_DEBUGGER)
    if asked is None:
        ours = frame is not None and makes_ours(frame.f_code)
        innocent = ours or is_for_library(frame, finding, args, originals)
        return (False, None) if innocent else (True, line_of(frame))
    named = frame is not None and (reads(frame, asked, args[0]) if asked in ATTRIBUTES else calls(frame, asked))
    at, owed = frame, Debt()
    while named and at is not None and is_library(at.f_code.co_filename):
        name = at.f_code.co_filename
        owed.settle(at.f_code)
        if not owed and name.startswith(OWN):
            return at is not frame, None
        if not owed and name.startswith(THEIRS) and not owed.passes_on(at.f_code):
            refuse_unless_kept(at, finding, originals)
            return False, None
        if not owed and module_of(at) in finding.trusted and not owed.passes_on(at.f_code):
            if finding in (FRAMES, CODE):
                refuse_if_replaced(at, module_of(at), originals)
            return False, None
        owed.add(at.f_code)
        at = at.f_back
    return True, line_of(frame)


class Debt:
    """The functions on the walk outwards that pass on what they get, and whose callers don't show the call yet.

    Code that calls a function names it, or holds its code. If neither is true, something written in C calls the
    function, and may keep the answer.
    """

    def __init__(self) -> None:
        """Start empty."""
        self._open: list[types.CodeType] = []

    def __bool__(self) -> bool:
        """Return whether there is a function whose caller doesn't show the call."""
        return bool(self._open)

    def add(self, code: types.CodeType) -> None:
        """Add a function, whose caller must show the call."""
        self._open.append(code)

    def settle(self, caller: types.CodeType) -> None:
        """Remove the functions that `caller` names, or whose code it holds."""
        named = {*caller.co_names, *caller.co_varnames, *caller.co_cellvars, *caller.co_freevars}
        consts = set(map(id, caller.co_consts))
        self._open = [
            code
            for code in self._open
            if id(code) not in consts and ALIASES.get(code.co_name, code.co_name) not in named
        ]

    @staticmethod
    def passes_on(code: types.CodeType) -> bool:
        """Return whether a function passes what it gets to its caller, as `GIVERS` and nested functions may do."""
        return code.co_name in GIVERS or bool(code.co_flags & inspect.CO_NESTED)


def line_of(frame: types.FrameType | None) -> int | None:
    """Return the current line of the innermost code outside libraries, or None if it isn't in the submission's file."""
    while frame is not None and is_library(frame.f_code.co_filename):
        frame = frame.f_back
    return frame.f_lineno if frame is not None and frame.f_code.co_filename == FILENAME else None


def is_for_library(
    frame: types.FrameType | None, finding: AuditFinding, args: tuple[Any, ...], originals: Originals
) -> bool:
    """Return whether an event without a name to look for is a library's use of ctypes, JAX's profiler, or an import."""
    if finding in (LOADING, NAMING):
        return originals.machinery.loads(frame, args[0] if finding is LOADING else None)
    while frame is not None and is_library(frame.f_code.co_filename):
        name = frame.f_code.co_filename
        if finding is PROFILING:
            return name.endswith(PROFILER)
        if finding is MEMORY and name.endswith(USERS_OF_CTYPES):
            return True
        frame = frame.f_back
    return False


def refuse_unless_kept(frame: types.FrameType, finding: AuditFinding, originals: Originals) -> None:
    """Raise RuntimeError if the installed package whose code `frame` runs may not use what it requests."""
    name = frame.f_code.co_filename
    if finding is FRAMES and not name.endswith(KEEPERS):
        raise RuntimeError(NO_DEBUGGER)
    refuse_if_replaced(frame, next((one for one in KEEPING_MODULES if is_file_of(name, one)), ""), originals)


def refuse_if_replaced(frame: types.FrameType, module: str, originals: Originals) -> None:
    """Raise RuntimeError if `module`, whose code `frame` runs, could pass frames to a replaced object."""
    replaced = originals.find_replaced(module)
    if replaced is not None:
        raise RuntimeError(REPLACED.format(replaced))
    if not originals.knows(frame):
        raise RuntimeError(NO_DEBUGGER)


def is_file_of(name: str, module: str) -> bool:
    """Return whether a file holds the code of a module."""
    return name.endswith((f"/{module.replace('.', '/')}.py", f"/{module.replace('.', '/')}/__init__.py"))


def module_of(frame: types.FrameType | None) -> str:
    """Return the top-level module of the standard library whose code `frame` runs, or an empty string."""
    name = frame.f_code.co_filename if frame is not None else ""
    if name.startswith(LIBRARY):
        return name[len(LIBRARY) :].partition(os.sep)[0].removesuffix(".py")
    return name[len("<frozen ") : -1].partition(".")[0] if name.startswith("<frozen ") else ""
