"""A named tuple is carried through a fori_loop, and each weight becomes a share before it is used."""

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import lax


class Sums(NamedTuple):
    mean: jax.Array
    slope: Any


def accumulate(loss, params, xs, ys, weights, size):
    count = int(xs.shape[0])
    width = count if size > count else size
    steps = (count + width - 1) // width
    print("accumulate:", steps, "micro-batches of", width)
    total = jnp.sum(weights)
    losses_of = jax.vmap(loss, in_axes=[None, 0, 0])

    def body(index, sums: Sums) -> Sums:
        wanted = index * width + jnp.arange(width)
        there = jnp.clip(wanted, 0, count - 1)  # the last example stands in for those that are missing
        shares = jnp.where(wanted == there, weights[there], 0.0) / total
        x, y = xs[there], ys[there]

        def mean_of(p):
            return jnp.sum(shares * losses_of(p, x, y))

        value, pull = jax.vjp(mean_of, params)
        (slope,) = pull(jnp.ones_like(value))
        assert value.shape == ()
        return Sums(sums.mean + value, jax.tree.map(lambda a, b: a + b, sums.slope, slope))

    start = Sums(jnp.zeros((), jnp.float32), jax.tree.map(jnp.zeros_like, params))
    done = lax.fori_loop(0, steps, body, start)
    return done.mean, done.slope
