"""Typed and checked: named scopes and axis names label both axes, the shape is asserted before it returns."""
from collections.abc import Callable
from typing import TypeAlias

import jax

Vector: TypeAlias = jax.Array  # float32[D]
Matrix: TypeAlias = jax.Array  # float32[rows, D]
Metric: TypeAlias = Callable[[Vector, Vector], jax.Array]


def distances(metric: Metric, xs: Matrix, ys: Matrix) -> jax.Array:
    if xs.shape[1:] != ys.shape[1:]:
        raise ValueError(f"rows of different lengths: {xs.shape} and {ys.shape}")

    def row_of_table(x: Vector) -> jax.Array:  # float32[M]
        with jax.named_scope("columns"):
            return jax.vmap(lambda y: metric(x, y), axis_name="columns")(ys)

    with jax.named_scope("rows"):
        table = jax.vmap(row_of_table, axis_name="rows")(xs)
    assert table.shape == (len(xs), len(ys)), table.shape
    return table
