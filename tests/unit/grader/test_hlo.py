"""Counts of a compiled program's floating-point operations, from XLA's text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import pytest

from grader.inside.hlo import UncountableError, count_flops

if TYPE_CHECKING:
    from collections.abc import Callable

X = jnp.ones((64, 16), jnp.float32)


def count(function: Callable[..., Any], *arrays: Any) -> int:  # noqa: ANN401 - arrays
    return count_flops(str(jax.jit(function).lower(*(arrays or (X,))).compile().as_text()))


def test_operations_on_numbers_count_and_moving_them_does_not() -> None:
    assert count(lambda x: jnp.sin(x) * x) == 2 * X.size
    assert count(lambda x: x.T.reshape(32, 32)[::2]) == 0
    assert count(lambda x: (x > 0).sum()) <= X.size + 2, "integers and flags are free; comparing is not"
    assert X.size <= count(jnp.sum) <= 1.1 * X.size, "a sum costs what it reads"


def test_a_product_of_matrices_costs_two_for_each_product_of_numbers() -> None:
    wide = jnp.ones((16, 48), jnp.float32)
    assert count(lambda a, b: a @ b, X, wide) == 2 * 64 * 16 * 48
    assert count(lambda a, b: jnp.einsum("bij,bkj->bik", a, b), jnp.ones((3, 5, 7)), jnp.ones((3, 11, 7))) == (
        2 * 3 * 5 * 11 * 7
    )


def test_the_body_of_a_loop_counts_once_per_iteration() -> None:
    def looped(x: Any) -> Any:  # noqa: ANN401 - an array
        return jax.lax.fori_loop(0, 100, lambda _, y: jnp.sin(y), x)

    def nested(x: Any) -> Any:  # noqa: ANN401 - an array
        return jax.lax.scan(lambda y, _: (looped(y), None), x, length=7)[0]

    assert 100 * X.size <= count(looped) <= 1.1 * 100 * X.size
    assert 700 * X.size <= count(nested) <= 1.1 * 700 * X.size


def test_a_loop_of_unknown_length_is_not_counted() -> None:
    with pytest.raises(UncountableError):
        count(lambda x: jax.lax.while_loop(lambda y: y.sum() < 10, jnp.cos, x))


def test_all_branches_count() -> None:
    def branched(x: Any) -> Any:  # noqa: ANN401 - an array
        return jax.lax.switch(x[0, 0].astype(int), [jnp.sin, lambda y: y @ y.T @ y, lambda y: y], x)

    assert count(branched) >= 4 * 64 * 64 * 16 + X.size
