"""Says whose attribute a frame's code reads at the moment, and what it calls. Runs inside the sandbox.

Theory of operation. When `tb.tb_frame` is read, the audit event names the traceback, and the innermost frame is that of
the code which reads. But where `tb` is somebody's object, whose property is written in C, that same code causes an
event about another traceback, and another gets the frame. So the instruction is looked at, and what stands before it:
it has to read the attribute of a variable that holds the very object, or that of one which leads to it. Likewise, what
is called must be what the code names there, with arguments whose conversion calls nothing.
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
"""By how many bits the number of an attribute's name is shifted in an instruction."""
READS = frozenset({"LOAD_ATTR", "LOAD_METHOD"})
CALLS = frozenset({"CALL", "PRECALL", "KW_NAMES", "LOAD_CONST", "PUSH_NULL"})
VARIABLES = frozenset({"LOAD_FAST", "LOAD_FAST_CHECK", "LOAD_DEREF"})
PAIRS = frozenset({"LOAD_FAST_LOAD_FAST", "STORE_FAST_LOAD_FAST"})
"""Instructions whose last step loads a variable, by the lower four bits."""
ARGUMENTS = CALLS | VARIABLES | PAIRS | {"BINARY_OP"}
"""Instructions between a function's name and its call, in code that asks for frames or for the heap."""
CONVERTED = "_getframe"
"""The function whose argument is turned into a number."""
LEADING: dict[str, tuple[type, Any]] = {
    "__traceback__": (BaseException, BaseException.__dict__["__traceback__"].__get__),
    "_coro": (Task, Task.__dict__["_coro"].__get__),
}
"""Attributes on the way to what is asked, of which classes, and how C reads them."""


def reads(frame: types.FrameType, name: str, value: object) -> bool:
    """Say whether the code in `frame` reads the attribute `name` of `value` itself, or asks `getattr` for it."""
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
    return found is value or (type(found) is MethodType and found.__func__ is value)  # which passes questions on


def calls(frame: types.FrameType, name: str) -> bool:
    """Say whether the code in `frame` is about to call what it names so itself."""
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
    """Take off the end of `steps` what asks for an attribute; say whether it is the one of that name."""
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
    """Return the instructions up to the one at the offset `last`: names and arguments."""
    steps: list[Step] = []
    extended, data = 0, code.co_code
    for at in range(0, last + 2, 2):
        name, argument = _NAMES[data[at]], data[at + 1] | extended
        extended = argument << 8 if name == "EXTENDED_ARG" else 0
        if name not in ("CACHE", "EXTENDED_ARG"):
            steps.append((name, argument))
    return steps
