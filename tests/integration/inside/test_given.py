"""Models that a later call of a case gets again, and what a function made by `nnx.jit` returns itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
from flax import nnx

from grader.inside.finals import Finals
from grader.inside.given import Arguments, train_returned
from grader.inside.ledger import find_own
from grader.inside.wire import ResultWriter
from grader.protocol import Array, Body, Build, Make

if TYPE_CHECKING:
    from collections.abc import Callable


class Scale(nnx.Module):
    """A model with one number, and a setting that isn't one."""

    def __init__(self, size: float, name: str) -> None:
        """Start with a size."""
        self.size = nnx.Param(jnp.float32(size))
        self.name = name


def ask(arguments: Arguments, size: float, name: str = "m", hand_over: Callable[[object], None] | None = None) -> Any:  # noqa: ANN401 - a model
    return arguments.make({"model": Build("make", {"size": size, "name": name})}, hand_over)["model"]


def test_a_model_is_handed_over_again_with_the_values_of_its_call() -> None:
    arguments = Arguments(["model"], {}, {"make": Scale})
    left: list[object] = []
    first = ask(arguments, 1.0, hand_over=left.append)
    again = ask(arguments, 2.0, hand_over=left.append)
    assert (again is first, float(first.size[...]), left) == (True, 2.0, [first])


def test_one_of_another_structure_is_new_and_so_is_each_without_handing_over() -> None:
    arguments = Arguments(["model"], {}, {"make": Scale})
    left: list[object] = []
    first, other = (ask(arguments, 1.0, name, left.append) for name in ("m", "n"))
    assert other is not first
    assert ask(arguments, 3.0, "n", left.append) is other
    assert ask(arguments, 3.0, "m", left.append) is first
    assert ask(arguments, 3.0) is not first
    first.extra = nnx.Param(jnp.float32(0))
    assert ask(arguments, 4.0, "m", left.append) is not first


def test_what_changes_after_a_call_is_told_though_the_model_gets_other_values() -> None:
    arguments, finals = Arguments(["model"], {}, {"make": Scale}), Finals(["model"])
    model = ask(arguments, 1.0, hand_over=finals.settle)
    finals.start_call({"model": model})
    evidence = finals.end_call({"model": model}, ResultWriter())
    model.size[...] = jnp.float32(7)
    assert ask(arguments, 2.0, hand_over=finals.settle) is model
    finals.end_case()
    assert evidence is not None
    assert evidence["later"] == ["size"]


def test_the_values_of_the_next_call_are_no_later_change() -> None:
    arguments, finals = Arguments(["model"], {}, {"make": Scale}), Finals(["model"])
    model = ask(arguments, 1.0, hand_over=finals.settle)
    finals.start_call({"model": model})
    evidence = finals.end_call({"model": model}, ResultWriter())
    ask(arguments, 2.0, hand_over=finals.settle)
    finals.end_case()
    assert evidence is not None
    assert evidence["later"] == []


def test_functions_have_one_name_and_equal_arrays_of_a_list_are_one_object_where_models_are_handed_over() -> None:
    def half(x: float) -> float:
        return x / 2

    def twice(x: float) -> float:
        return 2 * x

    array = Array("float32", (1,), jnp.ones(1).tobytes())
    values: list[dict[str, Any]] = [{"step": Body(name), "parts": [array, array]} for name in ("half", "twice")]
    arguments = Arguments(["step", "parts"], {}, {"half": half, "twice": twice})
    apart = arguments.make(values[0])
    assert (apart["step"].__name__, half.__name__) == ("step", "step")
    assert apart["parts"][0] is not apart["parts"][1]
    given = [arguments.make(one, lambda _: None) for one in values]
    assert [(one["step"].__name__, one["step"](4)) for one in given] == [("step", 2), ("step", 8)]
    assert len({id(part) for one in given for part in one["parts"]}) == 1


def test_one_more_instance_with_earlier_fields_is_made_where_models_are_handed_over() -> None:
    made: list[float] = []
    kept: list[object] = []

    class Box:
        def __init__(self, size: float) -> None:
            made.append(size)
            self.size = size

    arguments = Arguments(["box"], {"Box": Box}, {})
    for hand_over, size, all_made in [
        (None, 1.0, [1.0]),
        (kept.append, 2.0, [2.0]),
        (kept.append, 3.0, [3.0, 2.0]),
        (kept.append, 3.0, [3.0, 2.0]),
    ]:
        given = arguments.make({"box": Make("Box", {"size": size})}, hand_over)
        assert (given["box"].size, made) == (size, all_made)
        made.clear()


def test_a_returned_model_is_trained_and_a_given_one_is_not() -> None:
    given, fresh = Scale(1.0, "given"), Scale(1.0, "fresh")
    shared = nnx.List([given, fresh])
    train_returned(shared, {"parts": [given], "size": 1.0, "step": ask})
    assert given.size[...] == 1
    assert 0.5 < fresh.size[...] < 1
    train_returned(given, {"model": given})
    train_returned(fresh.size[...], {})
    assert given.size[...] == 1


def test_a_functions_own_results_are_told_from_variables() -> None:
    graph_mode = jax.tree.structure((({"a": 0, "b": 0},), {"c": 0}, (0, 0)))
    assert list(find_own(graph_mode)) == [3, 4]
    tree_mode = jax.tree.structure(((0, 0), [0]))
    assert list(find_own(tree_mode)) == [0, 1]
