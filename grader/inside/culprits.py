"""Finds on whose behalf code asks for frames, code or the heap, or changes what runs. Runs inside the sandbox.

Theory of operation. An event shows the requested object and the requesting frame, but not on whose behalf. The standard
library and JAX request frames and code all the time, mostly on a submission's behalf: to print a traceback, to log a
line number, to find a function's source. Whether that is innocent follows from the stack, from the innermost frame
outwards:

- Code that asks by itself names what it asks for (`tb_frame`, `_getframe`) in the very instruction at which it stands,
  and reads the attribute of the very object that the event is about (`asking.py`). Where the innermost frame doesn't,
  something written in C asks in its place and may keep the answer: a function that it was handed, as in
  `jax.tree.map(operator.attrgetter("tb_frame"), …)`, or a property of the object that it was handed. Then its caller is
  asked for.
- A function that hands what it gets to its caller (`GIVERS`) asks for that one, which must be seen to call it: by its
  name, or because it holds its code. Otherwise something written in C called it, and keeps the answer (`Debt`).
- A function of the standard library that is *trusted* with what is asked for, and keeps it to itself, is innocent; so
  are the functions in `KEEPERS` of installed packages. But not while something that they could hand it to has been
  replaced (`Originals`): then they get an exception in plain words.
- Any other function of the standard library works for its caller, so the walk goes on.
- The harness asks by itself only. What it calls may be written in C, and the submission's entry point.
- What no name tells of (an import, code that is made) is nobody's business but that of Python's import machinery, which
  may load libraries (`loading.py`), of those packages that use ctypes, and of the functions that close ours.
- Any other function of an installed package is refused by that exception.
- The submission, or a thread that runs nothing else: this is a finding. Code that was made while the program runs, in a
  file called `<string>` or the like, counts as the submission's. None that a library makes asks for any of this.

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
"""Modules of the standard library that trace on others' behalf, directly or through another module."""
GIVERS = frozenset(
    {
        *("currentframe", "stack", "trace", "getinnerframes", "getouterframes", "getmembers", "_getmembers"),
        *("source_to_code", "walk_stack", "walk_tb", "_walk_tb_with_full_positions", "_task_get_stack"),
        "<lambda>",  # `logging.currentframe`
        "<module>",  # or any part of one, made anew
        *("extract", "extended_frame_gen", "_extract_from_extended_frame_gen"),  # of any iterator
        *("getframeinfo", "getargvalues", "getgeneratorlocals", "getcoroutinelocals", "getasyncgenlocals"),
    }
)
"""Functions of these modules that return frames to their callers."""
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
"""The module that starts XLA's profiler, which is called for each function, too, and keeps names only."""
HELPERS = frozenset(
    {
        *("builtins", "collections", "contextlib", "functools", "gc", "inspect", "itertools", "linecache", "operator"),
        *("sys", "traceback", "types"),
    }
)
"""Modules that are handed frames, their variables or iterators of them by those that look at frames, or give them."""
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
"""All that is noted of these."""
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
"""By what names some functions are called: that of `logging`, and one that `asyncio` calls from C."""
"""The name that code contains if it makes a request itself, by event."""


class Originals:
    """The modules' contents before any authored code ran: functions, classes with their attributes, and modules."""

    def __init__(self) -> None:
        """Note the contents of those imported modules that use frames, and of their helpers."""
        self.machinery = Machinery()
        self._noted: dict[str, list[tuple[str, Mapping[str, Any], tuple[str, ...], tuple[object, ...]]]] = {}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for name in sorted(FRAME_USERS | KEEPING_MODULES):
                with contextlib.suppress(ImportError):
                    importlib.import_module(name)
        self._shadows: dict[int, frozenset[str]] = {}
        """Names of builtins that a module had none of its own for, which would stand before them."""
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
        """Say whether code runs in the module that it was written for: anybody can run it with other globals."""
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

    `asked` is the name that code uses which asks for this by itself, None where there is no such name; `args` are the
    event's. Raises RuntimeError where it is a debugger's or tracer's doing, or that of code which could hand on what it
    gets.
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
    """The functions on the way outwards that pass on what they get, and whose callers haven't been seen to call them.

    Code that calls one names it, or holds its code. Where neither is true, something written in C calls it, and may
    keep the answer.
    """

    def __init__(self) -> None:
        """Start with none."""
        self._open: list[types.CodeType] = []

    def __bool__(self) -> bool:
        """Say whether a function wasn't called by what called it, as far as one can see."""
        return bool(self._open)

    def add(self, code: types.CodeType) -> None:
        """Expect a caller of a function."""
        self._open.append(code)

    def settle(self, caller: types.CodeType) -> None:
        """Take off those that a caller names."""
        named = {*caller.co_names, *caller.co_varnames, *caller.co_cellvars, *caller.co_freevars}
        consts = set(map(id, caller.co_consts))
        self._open = [
            code
            for code in self._open
            if id(code) not in consts and ALIASES.get(code.co_name, code.co_name) not in named
        ]

    @staticmethod
    def passes_on(code: types.CodeType) -> bool:
        """Say whether a function hands what it gets to its caller."""
        return code.co_name in GIVERS or bool(code.co_flags & inspect.CO_NESTED)


def line_of(frame: types.FrameType | None) -> int | None:
    """Return the line at which the innermost code that isn't a library's stands, if it is in the submission's file."""
    while frame is not None and is_library(frame.f_code.co_filename):
        frame = frame.f_back
    return frame.f_lineno if frame is not None and frame.f_code.co_filename == FILENAME else None


def is_for_library(
    frame: types.FrameType | None, finding: AuditFinding, args: tuple[Any, ...], originals: Originals
) -> bool:
    """Say whether what no name tells of is a library's business: ctypes, JAX's profiler, or code that is imported."""
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
