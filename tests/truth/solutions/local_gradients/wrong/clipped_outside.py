"""The program gives the gradients, and they are clipped and averaged eagerly.
Class: half_eager
Why: "All floating-point arithmetic runs in a function made by `jax.jit`".
"""

from functools import partial

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=(P(), P("data"), P("data")), out_specs=(P(), P("data"), P("data")))
def gradients_of(w, x, y):
    w = jax.lax.pcast(w, "data", to="varying")
    loss, gradient = jax.value_and_grad(lambda w: ((x @ w - y) ** 2).mean())(w)
    return jax.lax.pmean(loss, "data"), gradient[None], jnp.linalg.norm(gradient)[None]


def clip_and_average(w, x, y, limit):
    loss, gradients, lengths = gradients_of(w, x, y)
    clipped = gradients * jnp.minimum(1, limit / lengths)[:, None]
    return loss, clipped.mean(axis=0), lengths
