"""Judges the interpreter's audit events: whether a submission looks where it shouldn't. Runs inside the sandbox.

Theory of operation. An event shows the requested object and the requesting frame, but not on whose behalf. The standard
library and JAX request frames and code all the time, mostly on a submission's behalf: to print a traceback, to log a
line number, to find a function's source. Whether that is innocent follows from the stack, from the innermost frame
outwards:

- Code that makes the request itself contains its name (`tb_frame`, `_getframe`). If the innermost frame doesn't, it was
  given a function that makes the request, as in `jax.tree.map(operator.attrgetter("tb_frame"), …)`, and its caller is
  judged instead.
- A function of the standard library that is *trusted* with the object, and doesn't pass it on, is innocent; so are the
  functions in `KEEPERS` of installed packages. But if something that they could pass it to has been replaced
  (`Originals`), they get an exception with a clear message.
- Any other function of the standard library acts for its caller, so the walk continues.
- Any other function of an installed package gets that exception.
- The submission, or a thread that runs nothing else: this is a finding.

A debugger, a tracer or a profiler written in Python gets frames in order to show them to a person. There is no person
here, so it gets the same exception, which is not a finding. The C profiler (`cProfile`) doesn't pass frames on.
"""

from __future__ import annotations

import os
import sys
import types
from _lsprof import Profiler
from dataclasses import dataclass
from operator import is_
from typing import TYPE_CHECKING, Any

from grader.inside.closing import CLOSED
from grader.inside.probes import TRACER
from grader.inside.source import FILENAME

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Rule = Callable[[tuple[Any, ...]], "AuditFinding | None"]

LIBRARY = os.path.dirname(os.__file__) + os.sep  # noqa: PTH120 - compared with the file names of code objects
OWN = "/dojo/"
THEIRS = (OWN, *(path.rstrip("/") + "/" for path in sys.path if path.endswith("-packages")))
"""The read-only directories of the grader's code and of installed packages."""
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
    *("/absl/logging/__init__.py", "/jax/_src/core.py", "/jax/_src/lazy_loader.py", "/jax/_src/traceback_util.py"),
    *("/scipy/_lib/_bunch.py", "/typing_extensions.py"),
)
"""Modules of installed packages that use frames for their own purposes."""
USERS_OF_CTYPES = ("/numpy/_core/_internal.py", "/numpy/ctypeslib/_ctypeslib.py")
"""Modules of installed packages that use ctypes on their caller's behalf."""
HELPERS = frozenset(
    {"builtins", "collections", "contextlib", "functools", "itertools", "linecache", "operator", "types"}
)
"""Modules to which the users of frames pass frames, their variables or iterators of them."""
KEEPING_MODULES = frozenset({"absl.logging", "jax._src.core", "jax._src.lazy_loader", "jax._src.traceback_util"})
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
INTERNALS = frozenset(
    {"_testcapi", "_testinternalcapi", "_testlimitedcapi", "_xxsubinterpreters", "_interpreters", "_signal", "_imp"}
)
"""Modules that must not be imported: those of Python's tests, which read and write any object, those that make
interpreters without the hook, and second copies of those that `patches.py` changes."""
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
    """Judge an import."""
    top = str(args[0]).partition(".")[0]
    if top in INTERNALS:
        return INTERPRETERS
    return AuditFinding("imports the grader's modules") if top == "grader" else None


def judge_code(args: tuple[Any, ...]) -> AuditFinding | None:
    """Judge the creation of code: the name of its file shows its owner (see `find_culprit`)."""
    name = os.fsdecode(args[1]) if isinstance(args[1], str | bytes) else ""
    return NAMING if name.startswith((LIBRARY, "<frozen", *THEIRS)) else None


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
            and name not in OPEN
        }
        self._noted.setdefault(top, []).append((label, namespace, tuple(noted), tuple(noted.values())))

    def find_replaced(self, top: str) -> str | None:
        """Return the name of an object that was replaced in the module `top` or in its helpers, or None.

        The current objects are only compared by identity; none of their methods is called.
        """
        for module in (top, *HELPERS):
            for label, namespace, names, values in self._noted.get(module, ()):
                if not all(map(is_, map(namespace.get, names), values)):
                    changed = next(
                        name for name, value in zip(names, values, strict=True) if namespace.get(name) is not value
                    )
                    return f"`{label}.{changed}`"
        return None


def find_culprit(
    frame: types.FrameType | None, finding: AuditFinding, asked: str | None, originals: Originals
) -> tuple[bool, int | None]:
    """Return whether the submission caused the event in `frame`, and its line if known.

    `asked` is the name that code contains if it makes the request itself, None if there is no such name. Raises
    RuntimeError if a debugger or tracer caused the event, or code that could pass the object on.
    """
    if finding in (FRAMES, TRACING) and module_of(frame) in DEBUGGERS:
        raise RuntimeError(NO_DEBUGGER)
    named = frame is not None and (asked is None or asked in (*frame.f_code.co_names, *frame.f_code.co_consts))
    while frame is not None:
        name, top = frame.f_code.co_filename, module_of(frame)
        if not name.startswith((LIBRARY, "<", *THEIRS)):
            return True, frame.f_lineno if name == FILENAME else None
        if named and name.startswith(OWN):
            return False, None
        if named and name.startswith(THEIRS) and (finding is not MEMORY or name.endswith(USERS_OF_CTYPES)):
            if finding is FRAMES:
                refuse_unless_kept(name, next((one for one in KEEPING_MODULES if is_file_of(name, one)), ""), originals)
            return False, None
        if named and top in finding.trusted and frame.f_code.co_name not in GIVERS:
            if finding is FRAMES:
                refuse_if_replaced(top, originals)
            return False, None
        frame = frame.f_back
    return True, None


def refuse_unless_kept(name: str, module: str, originals: Originals) -> None:
    """Raise RuntimeError if the file `name` of an installed package may not use frames."""
    if not name.endswith(KEEPERS):
        raise RuntimeError(NO_DEBUGGER)
    refuse_if_replaced(module, originals)


def refuse_if_replaced(module: str, originals: Originals) -> None:
    """Raise RuntimeError if `module`, which uses frames, could pass them to a replaced object."""
    replaced = originals.find_replaced(module)
    if replaced is not None:
        raise RuntimeError(REPLACED.format(replaced))


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
