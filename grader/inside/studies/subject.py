"""The subject of a study: the submission's entry point, and the calls of the case that was just run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from grader.inside.holes import make_arguments
from grader.inside.reading import wait_for
from grader.inside.wire import to_argument

if TYPE_CHECKING:
    import types
    from collections.abc import Callable, Mapping

    from grader.protocol import Value

    class SeesPrograms(Protocol):
        """What a study needs of `DispatchLedger`, which describes the methods."""

        def observe(self, function: Callable[..., Any], arguments: list[Any]) -> tuple[Any, list[dict[str, object]]]:
            """Call a function; return its result, and the arithmetic that ran outside of watched functions."""

        def weigh(self, function: Callable[..., Any], arguments: list[Any], count: Callable[[Any], float]) -> float:
            """Call a function; return the sum of `count` over the jaxprs of the programs that ran."""

    Study = Callable[["Subject", dict[str, Any]], object]
    """A function of the subject and the check's spec as JSON. It returns values that `grader.inside.wire.to_value` can
    send: None, numbers, strings, arrays, lists, tuples and dicts with string keys. Its exceptions are reported as the
    submission's errors, so it must catch all others itself."""


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
        ledger: SeesPrograms,
    ) -> None:
        """Study `module`; `calls` map the names in `parameters` to values, which may refer to `bodies`.

        `load` imports the submission again, and `ledger` sees the programs that run.
        """
        self.module = module
        self.parameters = parameters
        self.calls = calls
        self._entry_point = entry_point
        self._bodies = bodies
        self._load = load
        self._ledger = ledger

    def fresh(self) -> Subject:
        """Return the same submission in a fresh import, with nothing traced and no state from earlier calls."""
        module = self._load()
        return Subject(module, self._entry_point, self.parameters, self.calls, self._bodies, self._load, self._ledger)

    @property
    def entry(self) -> Callable[..., Any]:
        """The module's current entry point."""
        entry: Callable[..., Any] = getattr(self.module, self._entry_point)
        return entry

    def arguments(self, call: int = -1) -> list[Any]:
        """Return fresh arguments of a call, by default the last, in the order of the parameters."""
        values = self.calls[call]
        return [to_argument(values[name], self.module.__dict__, self._bodies) for name in self.parameters]

    def open_arguments(self, call: int) -> list[Any]:
        """Return fresh arguments of a call, with functions of `bodies.py` that leave holes in a program."""
        return make_arguments(self.calls[call], self.parameters, self.module.__dict__, self._bodies)

    def run_observed(self, arguments: list[Any]) -> tuple[Any, list[dict[str, object]]]:
        """Call the entry point; return its result, and the arithmetic that ran outside of watched functions."""
        return self._ledger.observe(self.entry, arguments)

    def weigh(self, call: int, count: Callable[[Any], float]) -> float:
        """Make a call again with fresh arguments; return the sum of `count` over the jaxprs of its programs."""
        return self._ledger.weigh(self.entry, self.arguments(call), count)

    def run(self, call: int = -1) -> Any:  # noqa: ANN401 - any result
        """Make a call again with fresh arguments, and wait for its result."""
        result = self.entry(*self.arguments(call))
        wait_for(result)
        return result
