"""Judges the interpreter's audit events: whether a submission looks where it shouldn't. Runs inside the sandbox.

Theory of operation. An event shows the requested object and the requesting frame, but not on whose behalf. The standard
library and JAX request frames and code all the time, mostly on a submission's behalf: to print a traceback, to log a
line number, to find a function's source. Whether that is innocent follows from the stack, from the innermost frame
outwards:

- Code that asks by itself names what it asks for (`tb_frame`, `_getframe`), and reads the attribute of the very object
  that the event is about (`asking.py`). Where the innermost frame doesn't, something written in C asks in its place and
  may keep the answer: a function that it was handed, as in `jax.tree.map(operator.attrgetter("tb_frame"), …)`, or a
  property of the object that it was handed. Then its caller is asked for.
- A function of the standard library that is *trusted* with what is asked for, and keeps it to itself, is innocent; so
  are the functions in `KEEPERS` of installed packages. But not while something that they could hand it to has been
  replaced (`Originals`): then they get an exception in plain words.
- Any other function of the standard library works for its caller, so the walk goes on.
- Any other function of an installed package is refused by that exception.
- The submission, or a thread that runs nothing else: this is a finding.

A debugger, a tracer or a profiler written in Python gets frames in order to show them to a person. There is no person
here, so it gets the same exception, which is not a finding. The C profiler (`cProfile`) doesn't pass frames on.
"""

from __future__ import annotations

import builtins
import contextlib
import importlib
import os
import sys
import types
import warnings
from _lsprof import Profiler
from dataclasses import dataclass
from operator import is_
from typing import TYPE_CHECKING, Any

from grader.inside.asking import reads
from grader.inside.closing import CLOSED, OWN
from grader.inside.probes import TRACER
from grader.inside.source import FILENAME, LIBRARY, THEIRS, is_library

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Rule = Callable[[tuple[Any, ...]], "AuditFinding | None"]

NO_DEBUGGER = "no debugger or tracer can be used while code is graded"
"""The message of the exception that a debugger gets; `grader.judge.explain` recognizes it."""
REPLACED = "code that looks at frames can't be used while {} is replaced"

DEBUGGERS = frozenset({"pdb", "bdb", "trace", "profile", "threading"})
"""Modules of the standard library that trace on others' behalf, directly or through another module."""
FRAME_ATTRIBUTES = frozenset({"tb_frame", "gi_frame", "cr_frame", "ag_frame"})
FRAME_USERS = frozenset(
    {
        *("_collections_abc", "asyncio", "cgitb", "collections", "dataclasses", "dis", "doctest", "enum", "gettext"),
        *("inspect", "logging", "subprocess", "traceback", "typing", "unittest", "warnings"),
    }
)
"""Modules and packages of the standard library that use frames for their own purposes."""
GIVERS = frozenset(
    {
        *("currentframe", "stack", "trace", "getinnerframes", "getouterframes", "getmembers", "_getmembers"),
        *("source_to_code", "walk_stack", "walk_tb", "_walk_tb_with_full_positions", "_task_get_stack"),
        "<lambda>",  # `logging.currentframe`
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


@dataclass(frozen=True, slots=True)
class AuditFinding:
    """A description of a submission's act, and the standard library's modules that may do it on its behalf."""

    what: str
    trusted: frozenset[str] = frozenset()


FRAMES = AuditFinding("asks for the interpreter's frames", FRAME_USERS)
CODE = AuditFinding("looks into the grader's functions", frozenset({"inspect"}))
HEAP = AuditFinding("searches the interpreter's heap")
MEMORY = AuditFinding("uses ctypes")
TRACING = AuditFinding("traces the interpreter")
NAMING = AuditFinding("gives its own code the name of another file", frozenset({"importlib"}))
LOADING = AuditFinding("loads compiled code", frozenset({"importlib"}))
INTERPRETERS = AuditFinding("makes another interpreter, or takes this one apart")
INTERNALS = frozenset({"_interpreters", "_interpchannels", "_interpqueues", "_signal", "_imp", "gc"})
"""Modules of interpreters that no hook watches, and those that `patches.py` changes, imported anew."""
TESTS = ("_test", "_xx", "xx", "_ctypes_test")
"""What the names of Python's own test modules begin with. Some read and write any object."""
IMMUTABLE = 1 << 8
"""The flag of immutable classes (Py_TPFLAGS_IMMUTABLETYPE)."""
ASKED = {
    name: name.partition(".")[2]
    for name in ("sys._getframe", "sys._current_frames", "gc.get_objects", "gc.get_referrers", "gc.get_referents")
}
"""The name that code contains if it makes a request itself, by event."""


def judge_attribute(args: tuple[Any, ...]) -> AuditFinding | None:
    """Judge the reading of an audited attribute."""
    if args[1] in FRAME_ATTRIBUTES:
        return FRAMES
    return CODE if args[1] == "__code__" and (id(args[0]) in CLOSED or owner_of(args[0]) == "grader") else None


def judge_assignment(args: tuple[Any, ...]) -> AuditFinding | None:
    """Judge the setting of an audited attribute."""
    whose = owner_of(args[0]) if id(args[0]) not in CLOSED else "grader"
    if args[1] == "__code__" and whose in ("grader", "jax", "flax", "json", "bodies"):
        return AuditFinding("replaces the code of a function that is not its own")
    return None


def judge_import(args: tuple[Any, ...]) -> AuditFinding | None:
    """Judge an import. The last part of a name is what a file of compiled code is asked for, whatever comes before."""
    parts = str(args[0]).split(".")
    if is_internal(parts[0]) or is_internal(parts[-1]):
        return INTERPRETERS
    return AuditFinding("imports the grader's modules") if parts[0] == "grader" else None


def is_internal(name: str) -> bool:
    """Say whether a module is one that would lead around the guard."""
    return name in INTERNALS or name.startswith(TESTS)


def judge_code(args: tuple[Any, ...]) -> AuditFinding | None:
    """Judge the creation of code: the name of its file shows its owner (see `find_culprit`)."""
    name = os.fsdecode(args[1]) if isinstance(args[1], str | bytes) else ""
    return NAMING if is_library(name) else None


def judge_monitoring(args: tuple[Any, ...]) -> AuditFinding | None:
    """Judge a callback of `sys.monitoring`: only the C profiler's are harmless."""
    callback = args[0]
    harmless = type(callback) is types.BuiltinMethodType and is_profiler(callback.__self__)
    return None if callback is None or harmless else TRACING


def always(finding: AuditFinding) -> Rule:
    """Return a rule that returns `finding` for every event."""
    return lambda _: finding


RULES: dict[str, Rule] = {
    "object.__getattr__": judge_attribute,
    "object.__setattr__": judge_assignment,
    "import": judge_import,
    "compile": judge_code,
    "code.__new__": judge_code,
    "marshal.loads": always(LOADING),
    "sys._getframe": always(FRAMES),
    "sys._current_frames": always(FRAMES),
    "sys._current_exceptions": always(FRAMES),
    TRACER: always(TRACING),
    "sys.settrace": always(TRACING),
    "sys.monitoring.register_callback": judge_monitoring,
    "sys.addaudithook": always(AuditFinding("adds an audit hook")),
    "gc.get_objects": always(HEAP),
    "gc.get_referrers": always(HEAP),
    "gc.get_referents": always(HEAP),
    "ctypes.dlopen": always(MEMORY),
    "ctypes.dlsym": always(MEMORY),
    "ctypes.dlsym/handle": always(MEMORY),
    "ctypes.call_function": always(MEMORY),
    "ctypes.PyObj_FromPtr": always(MEMORY),
    "ctypes.string_at": always(MEMORY),
    "ctypes.wstring_at": always(MEMORY),
    "ctypes.cdata": always(MEMORY),
    "ctypes.cdata/buffer": always(MEMORY),
    "ctypes.addressof": always(MEMORY),
}
"""The rule of each audit event; it returns the finding to report if the submission caused the event."""
if sys.version_info >= (3, 12):  # before 3.12, the C profiler raises this event too; see `is_profiler`
    RULES["sys.setprofile"] = always(TRACING)


class Originals:
    """The modules' contents before any authored code ran: functions, classes with their attributes, and modules."""

    def __init__(self) -> None:
        """Note the contents of those imported modules that use frames, and of their helpers."""
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
    of: tuple[object, ...] = (),
) -> tuple[bool, int | None]:
    """Return whether the submission caused the event in `frame`, and its line if known.

    `asked` is the name that code uses which asks for this by itself, None where there is no such name, and `of` has the
    object whose attribute it is, if it is one. Raises RuntimeError where it is a debugger's or tracer's doing, or that
    of code which could hand on what it gets.
    """
    if finding in (FRAMES, TRACING) and module_of(frame) in DEBUGGERS:
        raise RuntimeError(NO_DEBUGGER)
    named = frame is not None and (asked is None or asked in (*frame.f_code.co_names, *frame.f_code.co_consts))
    named = named and (not of or (frame is not None and reads(frame, str(asked), of[0])))
    while frame is not None:
        name, top = frame.f_code.co_filename, module_of(frame)
        if not name.startswith((LIBRARY, "<", *THEIRS)):
            return True, frame.f_lineno if name == FILENAME else None
        if named and name.startswith(OWN):
            return False, None
        if named and name.startswith(THEIRS) and (finding is not MEMORY or name.endswith(USERS_OF_CTYPES)):
            if finding is not MEMORY:
                refuse_unless_kept(frame, finding, originals)
            return False, None
        if named and top in finding.trusted and frame.f_code.co_name not in GIVERS:
            if finding in (FRAMES, CODE):
                refuse_if_replaced(frame, top, originals)
            return False, None
        frame = frame.f_back
    return True, None


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


def is_profiler(value: object) -> bool:
    """Return whether `value` is the C profiler, which doesn't pass frames on."""
    return issubclass(type(value), Profiler)


def owner_of(function: object) -> str:
    """Return the name of the package that a function comes from."""
    namespace = getattr(function, "__globals__", None)
    return str(namespace.get("__name__", "")).partition(".")[0] if isinstance(namespace, dict) else ""
