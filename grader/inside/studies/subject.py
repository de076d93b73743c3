"""What a study looks into: the submission's entry point, and the calls of the case that was just run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grader.inside.holes import make_arguments
from grader.inside.reading import wait_for
from grader.inside.wire import to_argument

if TYPE_CHECKING:
    import types
    from collections.abc import Callable, Mapping

    from grader.protocol import Value

    Study = Callable[["Subject", dict[str, Any]], object]
    """Given the subject and the check's spec as JSON. Returns None, numbers, texts, arrays, lists, tuples and dicts
    with keys that are texts: what `grader.inside.wire.to_value` can send. What it raises is told as an error of the
    submission's, so a study catches what is not."""


class Subject:
    """The entry point of a submission, and the calls of one case."""

    def __init__(
        self,
        module: types.ModuleType,
        entry_point: str,
        parameters: list[str],
        calls: list[dict[str, Value]],
        bodies: Mapping[str, Any],
        load: Callable[[], types.ModuleType],
    ) -> None:
        """Look into `module`; the values of `calls` are by the names of `parameters`, `bodies` what they refer to.

        `load` imports the submission once more.
        """
        self.module = module
        self.parameters = parameters
        self.calls = calls
        self._entry_point = entry_point
        self._bodies = bodies
        self._load = load

    def fresh(self) -> Subject:
        """Return the same submission in an import of its own, with nothing traced and no state from earlier calls."""
        return Subject(self._load(), self._entry_point, self.parameters, self.calls, self._bodies, self._load)

    @property
    def entry(self) -> Callable[..., Any]:
        """The entry point as the module has it now."""
        entry: Callable[..., Any] = getattr(self.module, self._entry_point)
        return entry

    def arguments(self, call: int = -1) -> list[Any]:
        """Return fresh arguments of a call, in the order of the parameters; the last call's by default."""
        values = self.calls[call]
        return [to_argument(values[name], self.module.__dict__, self._bodies) for name in self.parameters]

    def open_arguments(self, call: int) -> list[Any]:
        """Return fresh arguments of a call, with functions of `bodies.py` that leave holes in a program."""
        return make_arguments(self.calls[call], self.parameters, self.module.__dict__, self._bodies)

    def run(self, call: int = -1) -> Any:  # noqa: ANN401 - whatever the submission returns
        """Make a call once more, with fresh arguments, and wait for what it returns."""
        result = self.entry(*self.arguments(call))
        wait_for(result)
        return result
