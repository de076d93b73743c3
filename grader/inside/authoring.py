"""The types that a problem's `cases.py` and `checker.py` import. Runs inside the sandbox.

A case is a sequence of calls of the entry point; a checker sees their results.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Make:
    """An instance of the submission's own class `name`, built by the grader from keyword `fields`.

    The class is one of those that `defines` lists in problem.yaml. In every second case one more instance is made after
    each, with the fields of an earlier call, so that instances that share something are noticed.
    """

    name: str
    fields: dict[str, object]


@dataclass
class Body:
    """The function `name` of the problem's `bodies.py`, as an argument. The check `body` sees how it is called.

    Its `__name__` is that of the parameter, so that a solution can't tell functions by their names.
    """

    name: str


@dataclass
class Build:
    """The result of the function `name` of the problem's `bodies.py` for keyword `fields`, such as an NNX module.

    In every second case, a model that an earlier call got for the same parameter is passed again if it has the same
    structure. Its variables have this call's values then, as after training in between.
    A model that a call returned gets other numbers after the call, too, except in variables that the call was given.
    """

    name: str
    fields: dict[str, object]


@dataclass
class Call:
    """One call of the entry point.

    `args` maps each parameter to its value: float, int, bool, str, None, numpy array, `Make`, `Body`, `Build`, or
    lists, tuples and string-keyed dicts of these. `traces` is how often JAX must trace the submission's functions
    during the call: a number, a pair of minimum and maximum, or None for any number. `label` tells learners what is
    special about the call.
    """

    args: dict[str, object]
    traces: int | tuple[int, int] | None = None
    label: str = ""


@dataclass
class Case:
    """A sequence of calls in one fresh import of the submission. `label` says what is special about it.

    Learners read name and label of a sample, and of a hidden case only if `pool.labels` in problem.yaml is `public`.
    """

    name: str
    label: str
    calls: list[Call] = field(default_factory=list)


@dataclass
class Seen:
    """One call as a checker sees it: the arguments, the submission's output, and the reference's output.

    Arrays are NumPy arrays. `traces` is the number of times JAX traced the submission's functions.
    """

    args: dict[str, Any]
    output: Any
    expected: Any
    traces: int


@dataclass
class Finding:
    """An error that a checker found. `code` is one of those in `problem.yaml`; `message` is a sentence for the learner.

    The message is shown for sample cases only: for hidden cases the code's meaning from `problem.yaml` replaces it.
    """

    code: str
    message: str
