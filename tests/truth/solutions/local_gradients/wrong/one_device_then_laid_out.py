"""Compute all eight gradients on one device, and lay the results out over the mesh afterwards.

Class: layout
Why: it breaches "The devices share the work": for any input one device computes everything, without any all-reduce, and the others only get the results.
"""

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))
EVERYWHERE, SPLIT = NamedSharding(mesh, P()), NamedSharding(mesh, P("data"))


@jax.jit
def compute(w, x, y, limit):
    def on_each(rows, targets):
        return jax.value_and_grad(lambda w: ((rows @ w - targets) ** 2).mean())(w)

    losses, gradients = jax.vmap(on_each)(x.reshape(8, -1, x.shape[1]), y.reshape(8, -1))
    lengths = jnp.linalg.norm(gradients, axis=1)
    clipped = gradients * jnp.minimum(1, limit / lengths)[:, None]
    return losses.mean(), clipped.mean(axis=0), lengths


def clip_and_average(w, x, y, limit):
    results = compute(w, x, y, limit)
    return jax.device_put(results, (EVERYWHERE, EVERYWHERE, SPLIT))
