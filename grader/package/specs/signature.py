"""Signatures: compares values with the types in a manifest.

The known types are `float32[N, D]`, `int`, `float`, `bool` and `str`; any other text is for people only. A letter has
the same size throughout a call, and `T + 1` is computed from the other letters. Only the kind of a dtype counts: a
problem about dtypes may pass `float16` although its type says `float32`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from grader.package.specs.sizes import axes_of, evaluate_size, names_in
from grader.protocol import Array

if TYPE_CHECKING:
    from collections.abc import Mapping

    from grader.protocol import Value

_ARRAY: Final = re.compile(r"(bool|bfloat16|(?:u?int|float|complex)\d+)\[[^\[\]]*\]")
_SCALARS: Final[dict[str, tuple[type, ...]]] = {"int": (int,), "float": (int, float), "bool": (bool,), "str": (str,)}


def find_mismatch(kind: str, value: Value, sizes: dict[str, int], *, given: bool) -> str | None:
    """Return how a value differs from the type `kind`; None if it matches, or if the type is other text.

    `sizes` are the call's known sizes, and newly found ones are added. `given`: the value is an argument. A result
    declared as a number may also be an array without axes.
    """
    if (array := _ARRAY.fullmatch(kind.strip())) is not None:
        axes = [axis for axis in axes_of(kind) if axis]
        if not isinstance(value, Array):
            number = not axes and isinstance(value, int | float)
            return None if number else f"{_describe(value)}, where {kind} is declared"
        wrong = _kind_of(value.dtype) != _kind_of(array[1]) or len(axes) != len(value.shape)
        if wrong or any(not _fits(axis, size, sizes) for axis, size in zip(axes, value.shape, strict=True)):
            names = dict.fromkeys(name for axis in axes for name in _names(axis) or [] if name in sizes)
            known = ", ".join(f"{name} = {sizes[name]}" for name in names)
            return f"{_describe(value)}, where {kind} is declared" + (f" and {known}" if known and not wrong else "")
        return None
    allowed = _SCALARS.get(kind.strip())
    if allowed is None or (not given and isinstance(value, Array) and value.shape == ()):
        return None
    fits = isinstance(value, allowed) and (kind == "bool" or not isinstance(value, bool))
    return None if fits else f"{_describe(value)}, where {kind} is declared"


def find_argument_mismatch(
    types: Mapping[str, str], arguments: Mapping[str, Value], sizes: dict[str, int]
) -> str | None:
    """Return the first mismatch in the arguments of a call, or None; sizes that they determine are added to `sizes`."""
    sizes.update({name: value for name, value in arguments.items() if types[name] == "int" and isinstance(value, int)})
    for name, kind in types.items():
        if (wrong := find_mismatch(kind, arguments[name], sizes, given=True)) is not None:
            return f"{name} is {wrong}"
    return None


def _fits(axis: str, size: int, sizes: dict[str, int]) -> bool:
    if axis.isidentifier():
        return sizes.setdefault(axis, size) == size
    names = _names(axis)
    return names is None or any(name not in sizes for name in names) or evaluate_size(axis, sizes) == size


def _kind_of(dtype: str) -> str:
    return dtype.rstrip("0123456789").removeprefix("b" if dtype == "bfloat16" else "")


def _names(axis: str) -> list[str] | None:
    """Return the letters in an axis, None if it isn't an expression."""
    try:
        return names_in(axis)
    except ValueError:
        return None


def _describe(value: Value) -> str:
    if isinstance(value, Array):
        return f"{value.dtype}[{', '.join(map(str, value.shape))}]"
    return type(value).__name__
