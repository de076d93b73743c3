"""What to make of the interpreter's audit events: whether a submission looks where it shouldn't. Runs in the sandbox.

Theory of operation. An event tells what is asked for and in which frame, not for whom. The standard library and JAX
ask for frames and code all the time, mostly on a submission's behalf: to print a traceback, to log a line number, to
find a function's source. So the callers are walked through, from the innermost:

- A file of the grader or of an installed package: theirs, whoever called them.
- A module that is *trusted* with what is asked for, in a function that keeps it to itself: nothing is found.
- Any other function of the standard library works for its caller, so the walk goes on.
- The submission, or a thread that runs nothing else: this is a finding.

A debugger, a tracer or a profiler written in Python is handed frames to show them to a person. There is no person here,
so it is refused with an exception in plain words, which is no finding. C's own profiler (`cProfile`) keeps them.
"""

from __future__ import annotations

import os
import sys
import types
from _lsprof import Profiler
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grader.inside.closing import CLOSED
from grader.inside.probes import TRACER
from grader.inside.source import FILENAME

if TYPE_CHECKING:
    from collections.abc import Callable

    Rule = Callable[[tuple[Any, ...]], "AuditFinding | None"]

MAX_WALK = 60
LIBRARY = os.path.dirname(os.__file__) + os.sep  # noqa: PTH120 - compared with the file names of code objects
THEIRS = ("/dojo/", *(path.rstrip("/") + "/" for path in sys.path if path.endswith("-packages")))
"""Where the code of the grader and of installed packages comes from. Nothing can be written there."""
NO_DEBUGGER = "no debugger or tracer can be used while code is graded"
"""The message of what a refused debugger raises; `grader.judge.explain` knows it."""

DEBUGGERS = frozenset({"pdb", "bdb", "trace", "profile", "threading"})
"""Modules of the standard library that trace for others, by themselves or as somebody else's go-between."""
FRAME_ATTRIBUTES = frozenset({"tb_frame", "gi_frame", "cr_frame", "ag_frame"})
FRAME_USERS = frozenset(
    {
        *("_collections_abc", "asyncio", "cgitb", "collections", "dataclasses", "dis", "doctest", "enum", "gettext"),
        *("inspect", "logging", "subprocess", "traceback", "typing", "unittest", "warnings"),
    }
)
"""Modules and packages of the standard library that look at frames for purposes of their own."""
GIVERS = frozenset(
    {
        *("currentframe", "stack", "trace", "getinnerframes", "getouterframes", "getmembers", "_getmembers"),
        *("source_to_code", "walk_stack", "walk_tb", "_walk_tb_with_full_positions", "_task_get_stack"),
        "<lambda>",  # `logging.currentframe`
    }
)
"""Their functions that hand what they find to their callers."""


@dataclass(frozen=True, slots=True)
class AuditFinding:
    """What a submission does, in words, and which of the standard library's modules may do it on its behalf."""

    what: str
    trusted: frozenset[str] = frozenset()


FRAMES = AuditFinding("asks for the interpreter's frames", FRAME_USERS)
CODE = AuditFinding("looks into the grader's functions", frozenset({"inspect"}))
HEAP = AuditFinding("searches the interpreter's heap")
MEMORY = AuditFinding("uses ctypes")
TRACING = AuditFinding("traces the interpreter")
NAMING = AuditFinding("gives its own code the name of another file", frozenset({"importlib"}))
LOADING = AuditFinding("loads compiled code", frozenset({"importlib"}))


def judge_attribute(args: tuple[Any, ...]) -> AuditFinding | None:
    """Judge the reading of an attribute that is out of the ordinary."""
    if args[1] in FRAME_ATTRIBUTES:
        return FRAMES
    return CODE if args[1] == "__code__" and (id(args[0]) in CLOSED or owner_of(args[0]) == "grader") else None


def judge_assignment(args: tuple[Any, ...]) -> AuditFinding | None:
    """Judge the setting of an attribute that is out of the ordinary."""
    whose = owner_of(args[0]) if id(args[0]) not in CLOSED else "grader"
    if args[1] == "__code__" and whose in ("grader", "jax", "flax", "json", "bodies"):
        return AuditFinding("replaces the code of a function that is not its own")
    return None


def judge_import(args: tuple[Any, ...]) -> AuditFinding | None:
    """Judge an import."""
    return AuditFinding("imports the grader's modules") if str(args[0]).partition(".")[0] == "grader" else None


def judge_code(args: tuple[Any, ...]) -> AuditFinding | None:
    """Judge the making of code: the name of its file tells whose it is (see `find_culprit`)."""
    name = os.fsdecode(args[1]) if isinstance(args[1], str | bytes) else ""
    return NAMING if name.startswith((LIBRARY, "<frozen", *THEIRS)) else None


def judge_monitoring(args: tuple[Any, ...]) -> AuditFinding | None:
    """Judge a callback for the interpreter's own events: only those of C's profiler are harmless."""
    callback = args[0]
    harmless = type(callback) is types.BuiltinMethodType and is_profiler(callback.__self__)
    return None if callback is None or harmless else TRACING


def always(finding: AuditFinding) -> Rule:
    """Return a rule that finds the same in every event."""
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
"""What to make of an audit event: a finding if the submission caused it."""
if sys.version_info >= (3, 12):  # before, C's profiler causes this event, too; see `is_profiler`
    RULES["sys.setprofile"] = always(TRACING)


def find_culprit(frame: types.FrameType | None, finding: AuditFinding) -> tuple[bool, int | None]:
    """Return whether what `frame` does is the submission's doing, and on which of its lines, where that is known.

    Raises RuntimeError where it is a debugger's or tracer's doing.
    """
    if finding in (FRAMES, TRACING) and module_of(frame) in DEBUGGERS:
        raise RuntimeError(NO_DEBUGGER)
    for _ in range(MAX_WALK):
        if frame is None:
            return True, None
        name = frame.f_code.co_filename
        if name.startswith(THEIRS):
            break
        if not name.startswith((LIBRARY, "<")):
            return True, frame.f_lineno if name == FILENAME else None
        if module_of(frame) in finding.trusted and frame.f_code.co_name not in GIVERS:
            break
        frame = frame.f_back
    return False, None


def module_of(frame: types.FrameType | None) -> str:
    """Return the top-level module of the standard library whose code `frame` runs, or nothing."""
    name = frame.f_code.co_filename if frame is not None else ""
    if name.startswith(LIBRARY):
        return name[len(LIBRARY) :].partition(os.sep)[0].removesuffix(".py")
    return name[len("<frozen ") : -1].partition(".")[0] if name.startswith("<frozen ") else ""


def is_profiler(value: object) -> bool:
    """Say whether `value` is C's own profiler, which keeps the frames to itself."""
    return issubclass(type(value), Profiler)


def owner_of(function: object) -> str:
    """Return the name of the package that a function comes from."""
    namespace = getattr(function, "__globals__", None)
    return str(namespace.get("__name__", "")).partition(".")[0] if isinstance(namespace, dict) else ""
