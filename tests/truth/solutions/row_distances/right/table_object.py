"""Has a frozen dataclass that holds the metric."""

import dataclasses
from collections.abc import Callable

import jax


@dataclasses.dataclass(frozen=True)
class Table:
    metric: Callable[[jax.Array, jax.Array], jax.Array]

    def row(self, x: jax.Array, ys: jax.Array) -> jax.Array:
        return jax.vmap(lambda y: self.metric(x, y), axis_name="columns")(ys)

    def __call__(self, xs: jax.Array, ys: jax.Array) -> jax.Array:
        return jax.vmap(self.row, in_axes=(0, None), axis_name="rows")(xs, ys)


def distances(metric, xs, ys):
    return Table(metric)(xs, ys)
