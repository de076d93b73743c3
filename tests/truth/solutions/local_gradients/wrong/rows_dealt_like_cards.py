"""Deals the rows like cards: device i gets the rows i, i + 8, i + 16 and so on.

Class: numbers
Why: with 16 rows or more device i hasn't the i-th eighth of the rows, so lengths and the clipped mean are those of other groups (with 8 rows it is the same).
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P(), P("data"), P("data"), P()), out_specs=(P(), P(), P("data")))
def on_each(w, x, y, limit):
    own = jax.lax.pcast(w, "data", to="varying")
    loss, gradient = jax.value_and_grad(lambda w: ((x @ w - y) ** 2).mean())(own)
    length = jnp.linalg.norm(gradient)
    clipped = gradient * jnp.minimum(1, limit / length)
    return jax.lax.pmean(loss, "data"), jax.lax.pmean(clipped, "data"), length[None]


@jax.jit
def clip_and_average(w, x, y, limit):
    n, d = x.shape
    x = x.reshape(n // 8, 8, d).swapaxes(0, 1).reshape(n, d)
    y = y.reshape(n // 8, 8).swapaxes(0, 1).reshape(n)
    return on_each(w, x, y, limit)
