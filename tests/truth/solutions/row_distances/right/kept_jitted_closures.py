"""Keeps one jitted function for each metric object; its outer vmap goes over xs through a closure."""

import functools
from collections.abc import Callable

import jax

Metric = Callable[[jax.Array, jax.Array], jax.Array]


@functools.lru_cache(maxsize=None)
def table_of(metric: Metric) -> Callable[[jax.Array, jax.Array], jax.Array]:
    @jax.jit
    def table(xs, ys):
        def row(x):
            return jax.vmap(functools.partial(metric, x))(ys)

        return jax.vmap(row)(xs)

    return table


def distances(metric: Metric, xs: jax.Array, ys: jax.Array) -> jax.Array:
    return table_of(metric)(xs, ys)
