"""Checks that Python's import machinery loads a library's code unchanged. Runs inside the sandbox.

Theory of operation. Code that has the name of a library's file is trusted like that library. So code may get such a
name only if it is what the file contains: the file's bytes are read again and compared. One function of `importlib`
loads compiled code and then names it, step by step, in C. Its naming is innocent if it was seen to load the right bytes
first, and if everything that it calls is the original. Frozen modules come from Python itself, through a function that
`patches.py` patched.
"""

from __future__ import annotations

import _imp
import builtins
import importlib._bootstrap as bootstrap
import importlib._bootstrap_external as external
import marshal
from typing import TYPE_CHECKING, Any

from grader.inside.source import is_library

if TYPE_CHECKING:
    import types

HEADER = 16
"""The number of bytes before the code in a file of compiled code."""
_open = open
_loader: Any = external._compile_bytecode  # type: ignore[attr-defined]  # noqa: SLF001 - no other way
_CODE, _GLOBALS = _loader.__code__, _loader.__globals__


class Machinery:
    """The objects that the loading function calls, as they were before any authored code ran."""

    def __init__(self) -> None:
        """Record the objects."""
        spaces = ((vars(module), _CODE.co_names) for module in (external, builtins, bootstrap, marshal, _imp))
        self._parts = [(space, name, space[name]) for space, names in spaces for name in names if name in space]
        self._none = [name for name in _CODE.co_names if name not in _GLOBALS]
        self._loading: int | None = None
        """The id of the loading function's frame while it loads code that it may load."""
        self._thaws: object = None
        """The code of the patched function that reads frozen modules."""

    def renew(self) -> None:
        """Record the objects again, because `patches.py` has patched some of them in the meantime."""
        self._parts = [(space, name, space[name]) for space, name, _ in self._parts]
        self._thaws = getattr(_imp.get_frozen_object, "__code__", None)

    def loads(self, frame: types.FrameType | None, data: object) -> bool:
        """Return whether `frame` loads a library's file. `data` is what it is about to load, None if it already has."""
        if frame is not None and frame.f_code is self._thaws:
            return True
        if frame is None or frame.f_code is not _CODE or frame.f_globals is not _GLOBALS or not self._is_whole():
            return False
        if data is not None:
            path = frame.f_locals.get("bytecode_path")
            right = type(path) is str and type(data) is bytes and read_library(path)[HEADER:] == data
            self._loading = id(frame) if right else None
        return self._loading == id(frame)

    def _is_whole(self) -> bool:
        whole = all(space.get(name) is value for space, name, value in self._parts)
        return whole and not any(name in _GLOBALS for name in self._none)


def read_library(name: str) -> bytes:
    """Return the bytes of a library's file, which nobody can change; no bytes if there is no such file."""
    if not is_library(name) or ".." in name.split("/"):
        return b""
    try:
        with _open(name, "rb") as file:
            return file.read()
    except OSError:
        return b""
