"""Every device gets all rows and computes all eight gradients; an all-reduce of zeros makes it look like shared work.
Breaks "The devices share the work".
Class: decoy
"""
from functools import partial

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=(P(), P(), P(), P()), out_specs=(P(), P(), P("data")))
def clip_and_average(w, x, y, limit):
    def one(x, y):
        return jax.value_and_grad(lambda w: ((x @ w - y) ** 2).mean())(w)

    losses, gradients = jax.vmap(one)(x.reshape(8, -1, w.size), y.reshape(8, -1))
    lengths = jnp.linalg.norm(gradients, axis=1)
    clipped = gradients * jnp.minimum(1, limit / lengths)[:, None]
    here = jax.lax.axis_index("data")
    nothing = jax.lax.psum(jnp.where(here < 0, 1.0, 0.0), "data")
    return losses.mean() + nothing, clipped.mean(axis=0), jax.lax.dynamic_slice_in_dim(lengths, here, 1)
