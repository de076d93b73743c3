"""Makes the arguments of a case's calls. Runs inside the sandbox.

A call may get the same object as an earlier one. An equal array is always the same object again. A function of
`bodies.py` has the name of its parameter, so all of them have one name. In every second case

- a model of the same structure is the same object, too; before the call, its variables get the values of the call's
  own model, as if somebody had trained it in between;
- equal arrays in a list are one object;
- another instance of the submission's class is made after that of the call, with the fields of an earlier one;
- a model that a call returned gets other numbers after the call, as if somebody had trained it.

So a submission that remembers something by an argument's identity or name gets that identity or name again, and one
whose instances or results share something finds it changed.
"""

from __future__ import annotations

from types import FunctionType
from typing import TYPE_CHECKING, Any

from flax import nnx

from grader.inside.models import find_variables, take_snapshot, variables_in
from grader.inside.numbers import move_models
from grader.inside.reading import UnreadableError, held_by, is_a
from grader.inside.wire import to_argument
from grader.protocol import Array, Body, Build, Make

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from grader.protocol import Value

_set_raw_value = nnx.Variable.set_raw_value
TRAINED = b"trained"


def train_returned(result: object, given: Mapping[str, Any]) -> None:
    """Change the numbers of a model that a call returned, except in variables of the models that it was given."""
    if not is_a(type(result), nnx.Module):
        return
    try:
        kept = {id(variable) for variable in find_variables(list(given.values())).values()}
        move_models([result], TRAINED, kept)
    except UnreadableError:  # then it could not be sent either, which is reported
        return


class Arguments:
    """The arguments of one case's calls."""

    def __init__(self, parameters: list[str], classes: Mapping[str, Any], bodies: Mapping[str, Any]) -> None:
        """Start before the first call of an entry point with `parameters`; `to_argument` documents the others."""
        self._parameters = parameters
        self._classes = classes
        self._bodies = bodies
        self._arrays: dict[tuple[str, Value], Any] = {}
        self._models: dict[str, list[Any]] = {}
        self._made: dict[str, list[Make]] = {}
        self._spare: list[Any] = []

    def make(self, values: dict[str, Value], hand_over: Callable[[object], None] | None = None) -> dict[str, Any]:
        """Return the arguments of a call by name, in the order of the parameters.

        `hand_over` is given in every second case. A model of an earlier call that is handed over again is passed to
        that function first, as it was left.
        """
        return {name: self._make(name, values[name], hand_over) for name in self._parameters}

    def _make(self, place: str, value: Value, hand_over: Callable[[object], None] | None) -> Any:  # noqa: ANN401 - anything
        if isinstance(value, list):
            return [self._make(f"{place}.{index}", item, hand_over) for index, item in enumerate(value)]
        if isinstance(value, Build) and hand_over is not None:
            return self._hand_over(place, to_argument(value, self._classes, self._bodies), hand_over)
        if isinstance(value, Make) and hand_over is not None:
            return self._make_two(place, value)
        parameter = place.partition(".")[0]
        if isinstance(value, Body):
            return _rename(to_argument(value, self._classes, self._bodies), parameter)
        if not isinstance(value, Array):
            return to_argument(value, self._classes, self._bodies)
        key = (place if hand_over is None else parameter, value)
        kept = self._arrays.get(key)
        if kept is None or kept.is_deleted():
            kept = self._arrays[key] = to_argument(value, {}, {})
        return kept

    def _make_two(self, place: str, value: Make) -> Any:  # noqa: ANN401 - the submission's own class
        """Return an instance; then make one more, with the fields of the latest call that had others."""
        instance = to_argument(value, self._classes, self._bodies)
        made = self._made.setdefault(place, [])
        earlier = next((one for one in reversed(made) if one != value), None)
        made.append(value)
        if earlier is not None:
            self._spare.append(to_argument(earlier, self._classes, self._bodies))
        return instance

    def _hand_over(self, place: str, model: Any, hand_over: Callable[[object], None]) -> Any:  # noqa: ANN401 - anything
        """Return the model that an earlier call got, with the values of `model`; `model` itself if none fits."""
        known = self._models.setdefault(place, [])
        earlier = next((one for one in known if _is_alike(one, model)), None)
        if earlier is None:
            known.append(model)
            return model
        hand_over(earlier)
        values = find_variables(model)
        for path, variable in find_variables(earlier).items():
            _set_raw_value(variable, held_by(values[path]))  # type: ignore[arg-type]  # is one
        return earlier


def _rename(body: Any, name: str) -> Any:  # noqa: ANN401 - anything callable
    """Return a function of `bodies.py`, with `name` as its name; anything else as it is."""
    if type(body) is FunctionType:
        body.__name__ = body.__qualname__ = name
    return body


def _is_alike(earlier: object, model: object) -> bool:
    """Return whether two values are models of the same structure, whose arrays are all in variables."""
    if not is_a(type(earlier), nnx.Pytree) or type(earlier) is not type(model):
        return False
    try:
        first, second = take_snapshot(earlier), take_snapshot(model)
    except UnreadableError:
        return False
    in_variables = all(is_a(type(leaf), nnx.Variable) for one in (earlier, model) for _, leaf in variables_in(one))
    return in_variables and first.graphdef == second.graphdef and not first.is_traced()
