"""What a problem's `cases.py` and `checker.py` import. Runs inside the sandbox.

A case is a script of calls of the entry point; a checker sees what came of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Make:
    """An instance of the submission's own class `name`, built by the grader from keyword `fields`."""

    name: str
    fields: dict[str, object]


@dataclass
class Body:
    """The function `name` of the problem's `bodies.py`, as an argument. The check `body` sees how it is called."""

    name: str


@dataclass
class Build:
    """What the function `name` of the problem's `bodies.py` returns for keyword `fields`: an NNX module, say."""

    name: str
    fields: dict[str, object]


@dataclass
class Call:
    """One call of the entry point.

    `args` maps each parameter to its value: float, int, bool, str, None, numpy array, `Make`, `Body`, `Build`, or
    lists, tuples and string-keyed dicts of these. `traces` is how often JAX must trace the submission's functions
    during the call: a number, a pair of least and most, or None for any number. `label` tells learners what is special
    about it.
    """

    args: dict[str, object]
    traces: int | tuple[int, int] | None = None
    label: str = ""


@dataclass
class Case:
    """Calls made one after the other in one fresh import of the submission. `label` is public, also when hidden."""

    name: str
    label: str
    calls: list[Call] = field(default_factory=list)


@dataclass
class Seen:
    """One call as a checker sees it: what was asked, what came back, what the reference returned.

    Arrays are numpy's. `traces` is how often JAX traced the submission's functions.
    """

    args: dict[str, Any]
    output: Any
    expected: Any
    traces: int


@dataclass
class Finding:
    """What a checker found wrong. `code` is one of those in `problem.yaml`; `message` is a sentence for the learner.

    A message is shown for sample cases only: in hidden ones the meaning in `problem.yaml` takes its place.
    """

    code: str
    message: str
