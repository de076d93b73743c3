"""The rules for the interpreter's audit events: what a submission may not read or do. Runs inside the sandbox.

Each event has a rule, which returns the finding to report if the submission caused the event. `culprits.py` decides
whether it did.
"""

from __future__ import annotations

import sys
import types
from _lsprof import Profiler
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grader.inside.closing import CLOSED
from grader.inside.loading import read_library
from grader.inside.probes import RENAMED, TRACER
from grader.inside.source import is_library

if TYPE_CHECKING:
    from collections.abc import Callable

    Rule = Callable[[tuple[Any, ...]], "AuditFinding | None"]

FRAME_ATTRIBUTES = frozenset({"tb_frame", "gi_frame", "cr_frame", "ag_frame"})
FRAME_USERS = frozenset(
    {
        *("_collections_abc", "asyncio", "cgitb", "collections", "dataclasses", "dis", "doctest", "enum", "gettext"),
        *("inspect", "logging", "subprocess", "traceback", "typing", "unittest", "warnings"),
    }
)
"""Modules and packages of the standard library that use frames for their own purposes."""


@dataclass(frozen=True, slots=True)
class AuditFinding:
    """A description of what a submission did, and the standard-library modules that may do it on its behalf."""

    what: str
    trusted: frozenset[str] = frozenset()


FRAMES = AuditFinding("asks for the interpreter's frames", FRAME_USERS)
CODE = AuditFinding("looks into the grader's functions", frozenset({"inspect"}))
HEAP = AuditFinding("searches the interpreter's heap")
MEMORY = AuditFinding("uses ctypes")
TRACING = AuditFinding("traces the interpreter")
PROFILING = AuditFinding("profiles the interpreter")
NAMING = AuditFinding("gives its own code the name of another file")
LOADING = AuditFinding("loads compiled code")
INTERPRETERS = AuditFinding("makes another interpreter, or takes this one apart")
UNDERLINES = sys.version_info < (3, 13)
"""Whether the interpreter parses parts of source lines, under the names of their files, to print a traceback."""
INTERNALS = frozenset({"_interpreters", "_interpchannels", "_interpqueues", "_signal", "_imp", "gc"})
"""Modules that create interpreters that no hook watches, and modules that `patches.py` changes, imported again."""
TESTS = (
    *("_ctypes_test", "_testbuffer", "_testcapi", "_testclinic", "_testexternalinspection", "_testimportmultiple"),
    *("_testinternalcapi", "_testlimitedcapi", "_testmultiphase", "_testsinglephase"),
    *("_xxinterp", "_xxsubinterpreters", "_xxtestfuzz", "xxlimited", "xxsubtype"),
)
"""The names of Python's own test modules, some of which can read and write any object. One file can hold more modules,
whose names begin with the file's. Shorter beginnings would include `pandas._testing` and `xxhash`."""
# The name that code contains if it makes the request itself, by event.
ASKED = {
    name: name.partition(".")[2]
    for name in (
        *("sys._getframe", "sys._current_frames", "sys._current_exceptions"),
        *("gc.get_objects", "gc.get_referrers", "gc.get_referents"),
    )
}


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
    """Judge an import. The last part of a name alone determines what an extension module's file is asked to load."""
    parts = str(args[0]).split(".")
    if is_internal(parts[0]) or is_internal(parts[-1]):
        return INTERPRETERS
    return AuditFinding("imports the grader's modules") if parts[0] == "grader" else None


def is_internal(name: str) -> bool:
    """Return whether a module could be used to bypass the guard."""
    return name in INTERNALS or name.startswith(TESTS)


def judge_code(args: tuple[Any, ...]) -> AuditFinding | None:
    """Judge the creation of code: the name of its file shows its owner (see `culprits.py`).

    Code may have the name of a library's file if its text is that file's contents, or a part of one of its lines, which
    the interpreter before 3.13 parses to underline it in a traceback.
    """
    text, name = args[:2]
    if name is None or (type(name) is str and not is_library(name)):
        return None
    if type(name) is not str or type(text) is not bytes:
        return NAMING
    found = read_library(name)
    right = bool(found) and (text == found or (UNDERLINES and b"\n" not in text and text in found))
    return None if right else NAMING


def judge_renaming(args: tuple[Any, ...]) -> AuditFinding | None:
    """Judge the renaming of the file of existing code."""
    return NAMING if type(args[0]) is not str or is_library(args[0]) else None


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
    RENAMED: judge_renaming,
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
    RULES["sys.setprofile"] = always(PROFILING)


def is_profiler(value: object) -> bool:
    """Return whether `value` is the C profiler, which doesn't pass frames on."""
    return issubclass(type(value), Profiler)


def owner_of(function: object) -> str:
    """Return the name of the package that a function comes from."""
    namespace = getattr(function, "__globals__", None)
    return str(namespace.get("__name__", "")).partition(".")[0] if isinstance(namespace, dict) else ""
