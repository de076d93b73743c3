"""Checks whether a frame's code itself reads an object's attribute, or calls a function. Runs inside the sandbox.

Theory of operation. When `tb.tb_frame` is read, the audit event names the traceback, and the innermost frame is that of
the code that reads it. But if `tb` is an object of another class, whose property is written in C, the same code causes
an event about another traceback, and something else gets the frame. So the current instruction and those before it are
examined: they must read the attribute of a variable that holds the very object of the event, or of an object that leads
to it (`LEADING`). Likewise, a function that is called must be the one that the code names there, with arguments whose
conversion calls no other code.
"""

from __future__ import annotations

import opcode
import sys
from _asyncio import Task
from types import MethodType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import types

    Step = tuple[str, int]

_NAMES = dict(enumerate(opcode.opname))
_SHIFT = int(sys.version_info >= (3, 12))
"""The number of bits by which the index of an attribute's name is shifted in an instruction's argument."""
READS = frozenset({"LOAD_ATTR", "LOAD_METHOD"})
CALLS = frozenset({"CALL", "PRECALL", "KW_NAMES", "LOAD_CONST", "PUSH_NULL"})
VARIABLES = frozenset({"LOAD_FAST", "LOAD_FAST_CHECK", "LOAD_DEREF"})
PAIRS = frozenset({"LOAD_FAST_LOAD_FAST", "STORE_FAST_LOAD_FAST"})
"""Instructions that end by loading a variable, whose index is in the lower four bits of the argument."""
ARGUMENTS = CALLS | VARIABLES | PAIRS | {"BINARY_OP"}
"""Instructions between a function's name and its call, in code that asks for frames or for the heap."""
CONVERTED = "_getframe"
"""The function whose argument the interpreter converts to a number."""
LEADING: dict[str, tuple[type, Any]] = {
    "__traceback__": (BaseException, BaseException.__dict__["__traceback__"].__get__),
    "_coro": (Task, Task.__dict__["_coro"].__get__),
}
"""Attributes on the path to the requested object: for each name, its class and the getter, which is written in C."""


def reads(frame: types.FrameType, name: str, value: object) -> bool:
    """Return whether the code in `frame` itself reads the attribute `name` of `value`, or calls `getattr` for it."""
    code = frame.f_code
    steps = _steps_until(code, frame.f_lasti)
    if not _take_question(code, steps, name):
        return False
    path = []
    while steps and steps[-1][0] in READS:
        path.append(_name_of(code, *steps.pop()))
    if not steps:
        return False
    operation, argument = steps.pop()
    if operation not in VARIABLES | PAIRS:
        return False
    variable = code._varname_from_oparg(argument & 15 if operation in PAIRS else argument)  # type: ignore[attr-defined]  # noqa: SLF001 - no other way
    found: Any = frame.f_locals.get(variable)
    for step in reversed(path):
        if step not in LEADING or LEADING[step][0] not in type.__getattribute__(type(found), "__mro__"):
            return False
        found = LEADING[step][1](found)
    return found is value or (type(found) is MethodType and found.__func__ is value)  # a method reads its function's


def calls(frame: types.FrameType, name: str) -> bool:
    """Return whether the code in `frame` itself is about to call an attribute named `name`."""
    code = frame.f_code
    steps = _steps_until(code, frame.f_lasti)
    if not steps or steps.pop()[0] not in ("CALL", "PRECALL"):  # 3.11 calls functions in C one step earlier
        return False
    while steps and steps[-1][0] in ARGUMENTS:
        operation, argument = steps.pop()
        if operation in VARIABLES and name == CONVERTED:
            variable = code._varname_from_oparg(argument)  # type: ignore[attr-defined]  # noqa: SLF001 - no other way
            if type(frame.f_locals.get(variable)) is not int:
                return False
    return bool(steps) and steps[-1][0] in READS and _name_of(code, *steps[-1]) == name


def _take_question(code: types.CodeType, steps: list[Step], name: str) -> bool:
    """Pop the instructions that read an attribute off the end of `steps`; return whether its name is `name`."""
    operation, argument = steps.pop() if steps else ("", 0)
    if operation in READS:
        return _name_of(code, operation, argument) == name
    constants: list[object] = []
    while operation in ("CALL", "PRECALL") and steps and steps[-1][0] in CALLS:
        step, argument = steps.pop()
        constants += [code.co_consts[argument]] if step == "LOAD_CONST" else []
    return name in constants


def _name_of(code: types.CodeType, operation: str, argument: int) -> str:
    return code.co_names[argument >> _SHIFT if operation == "LOAD_ATTR" else argument]


def _steps_until(code: types.CodeType, last: int) -> list[Step]:
    """Return the instructions up to the one at the offset `last`, as pairs of name and argument."""
    steps: list[Step] = []
    extended, data = 0, code.co_code
    for at in range(0, last + 2, 2):
        name, argument = _NAMES[data[at]], data[at + 1] | extended
        extended = argument << 8 if name == "EXTENDED_ARG" else 0
        if name not in ("CACHE", "EXTENDED_ARG"):
            steps.append((name, argument))
    return steps
