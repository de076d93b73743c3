"""Rules for exceptions about arrays, shapes, indices and dtypes."""

from __future__ import annotations

from typing import Final

from grader.judge.errors.rule import NANS, UPDATES, Rule

IN_PLACE: Final = [
    Rule(
        "error.immutable",
        ("TypeError", "ValueError", "NotImplementedError"),
        "JAX arrays ?are immutable",  # JAX leaves the space out in one place
        "JAX arrays can't be changed in place. Make a new one: `x = x.at[index].set(value)`, or `.add(value)`.",
        UPDATES,
    ),
]
"""The rule about changing an array. It comes before those about what a library doesn't implement."""

SHAPES: Final = [
    Rule(
        "error.shape_dot",
        ("TypeError", "ValueError"),
        r"contracting dimensions to have the same shape, got (?P<detail>[^.]*)|Size of label (?P<detail2>.*)|"
        r"matmul: .*core dimension",
        "The inner sizes of a product differ{detail}. In `a @ b` the last axis of `a` must be as long as the last but "
        "one of `b`; print both shapes, and transpose or reshape one.",
    ),
    Rule(
        "error.shape_broadcast",
        ("TypeError", "ValueError"),
        r"incompatible shapes for broadcasting:? ?(?P<detail>[^.]*)|Incompatible shapes for broadcasting",
        "Two shapes can't be broadcast against each other{detail}. Counted from the last axis, sizes must be equal or "
        "1: add an axis with `x[:, None]`, or reshape.",
    ),
    Rule(
        "error.shape_concatenate",
        ("TypeError", "ValueError"),
        r"Cannot concatenate arrays with shapes that differ[^.]{0,120}?for shapes (?P<detail>[^.]{0,400})\.|"
        r"All input arrays must have the same shape|Cannot concatenate arrays with different numbers of dimensions",
        "Arrays that are joined may differ in size only along the axis they are joined on, and stacked ones must have "
        "one shape{detail}. Check `axis` and the shapes.",
    ),
    Rule(
        "error.shape_reshape",
        ("TypeError", "ValueError"),
        r"cannot reshape array of (?P<detail>.*)|reshape total size must be unchanged",
        "Reshaping keeps the number of elements, and this would change it{detail}. One size may be -1, which is then "
        "worked out.",
    ),
    Rule(
        "error.axis",
        ("ValueError",),
        r"axis (?P<detail>-?\d+ is out of bounds.*)",
        "The array has no such axis{detail}. Axes are counted from 0, or from the end with -1.",
    ),
    Rule(
        "error.index_count",
        ("IndexError",),
        "[Tt]oo many indices",
        "There are more indices than the array has axes. Print its shape; a batch axis may be missing.",
    ),
    Rule(
        "error.index_type",
        ("TypeError", "IndexError"),
        "Indexer must have integer or boolean type",
        "An index must be an integer or a boolean, and this one isn't. Convert a float with `int(…)` or "
        "`.astype(int)`.",
    ),
    Rule(
        "error.promotion",
        ("TypePromotionError",),
        "",
        "Arrays of different dtypes meet, and mixing them is not allowed here. Convert one with `.astype(…)`.",
    ),
]
"""Rules about shapes, indices and dtypes."""

ARRAYS: Final = [
    Rule(
        "error.immutable",
        ("TypeError",),
        r"'(?P<detail>\w+)' object does not support item assignment",
        "Nothing can be assigned into a value of this type{detail}. Make a new value; in place of a tuple, use a list "
        "while you build it.",
    ),
    Rule(
        "error.list_argument",
        ("TypeError",),
        r"requires ndarray or scalar arguments, got <class '(?P<detail>list|tuple)'>",
        "Functions of `jnp` take arrays, not lists or tuples{detail}. Convert the value first with `jnp.asarray(…)`.",
    ),
    Rule(
        "error.list_argument",
        ("TypeError",),
        r"requires ndarray or scalar arguments, got <class '(?P<detail>[\w.]+)'>",
        "Functions of `jnp` take arrays and numbers, and one was given something else{detail}. Compare the order of "
        "the arguments with the function's, and take the array out of what holds it.",
    ),
    Rule(
        "error.nan",
        ("FloatingPointError",),
        "nan|inf",
        "A NaN or infinity occurred. Look for a division by zero, a logarithm or root of a negative number, or an "
        "overflow.",
        NANS,
    ),
]
"""Rules about what arrays don't do."""
