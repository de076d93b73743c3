"""Tasks: functions that must run in a worker, and the JSON form of their arguments and results."""

from __future__ import annotations

import asyncio
import inspect
from dataclasses import dataclass
from functools import cache, wraps
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeVar, get_type_hints

from pydantic import ConfigDict, PydanticUserError, TypeAdapter

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
R = TypeVar("R")

CPU_S: Final = 2.0
"""The processor time limit of one task, in seconds. The kernel counts whole seconds, so it may get up to one more."""
_BYTES: Final = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")


def task(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a function of a module as a task: `Workers.run` calls it in a worker.

    If it is called on an event loop, which it might block, it raises `RuntimeError`. The types of its parameters and
    its result must be types that pydantic can read from JSON.
    """

    @wraps(function)
    def guard(*args: P.args, **kwargs: P.kwargs) -> R:
        if _is_on_loop():
            raise RuntimeError(f"{function.__qualname__} may hold the event loop: call it through Workers.run")
        return function(*args, **kwargs)

    guard.is_task = True  # type: ignore[attr-defined]  # for `find_task`
    return guard


def _is_on_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


@dataclass(frozen=True)
class Signature:
    """The JSON form of one task's arguments and result."""

    name: str
    parameters: inspect.Signature
    arguments: TypeAdapter[Any]
    result: TypeAdapter[Any]

    def write_arguments(self, args: tuple[object, ...], kwargs: dict[str, object]) -> bytes:
        """Return the arguments of a call as JSON."""
        bound = self.parameters.bind(*args, **kwargs)
        bound.apply_defaults()
        return self.arguments.dump_json(tuple(bound.arguments.values()))


@cache
def find_signature(function: Callable[..., object]) -> Signature:
    """Return the JSON form of a task's arguments and result."""
    parameters = inspect.signature(function)
    hints = get_type_hints(function)
    types = tuple(hints[name] for name in parameters.parameters)
    return Signature(
        name=f"{function.__module__}:{function.__qualname__}",
        parameters=parameters,
        arguments=_adapt(tuple[types]),  # type: ignore[valid-type]  # made at run time
        result=_adapt(hints["return"]),
    )


def find_task(name: str) -> Callable[..., object]:
    """Return the task with a name such as `app.web.drawing.markdown:render_markdown`."""
    module, _, function = name.partition(":")
    found: Callable[..., object] = getattr(import_module(module), function)
    if not getattr(found, "is_task", False):
        raise LookupError(f"{name} isn't a task")
    return found


def _adapt(kind: Any) -> TypeAdapter[Any]:  # noqa: ANN401 - any type that pydantic knows
    try:
        return TypeAdapter(kind, config=_BYTES)
    except PydanticUserError:  # A model has its own configuration.
        return TypeAdapter(kind)
