"""One device computes everything. A second program adds seven zeros to loss and gradient, and so has its all-reduce.
Breaks: "The devices share the work: none does more than three times the floating-point operations that its part needs."
Class: decoy
"""

from functools import partial

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


@jax.jit
def everything(w, x, y, limit):
    def one(x, y):
        return jax.value_and_grad(lambda w: ((x @ w - y) ** 2).mean())(w)

    losses, gradients = jax.vmap(one)(x.reshape(8, -1, w.size), y.reshape(8, -1))
    lengths = jnp.linalg.norm(gradients, axis=1)
    clipped = gradients * jnp.minimum(1, limit / lengths)[:, None]
    return losses.mean(), clipped.mean(0), lengths


@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=(P(), P(), P("data")), out_specs=(P(), P(), P("data")))
def deal(loss, gradient, lengths):
    first = jax.lax.axis_index("data") == 0
    loss, gradient = jax.lax.psum((jnp.where(first, loss, 0), jnp.where(first, gradient, 0)), "data")
    return loss, gradient, lengths


def clip_and_average(w, x, y, limit):
    results = everything(w, x, y, limit)
    homes = [NamedSharding(mesh, spec) for spec in (P(), P(), P("data"))]
    return deal(*jax.device_put(results, tuple(homes)))
