"""NumPy computes the factors between two programs.
Class: host
Why: "nothing is computed in NumPy or by a callback".
"""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))

specs = (P(), P("data"), P("data"))


@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=specs, out_specs=(P(), P("data"), P("data")))
def gradients_of(w, x, y):
    w = jax.lax.pcast(w, "data", to="varying")
    loss, gradient = jax.value_and_grad(lambda w: ((x @ w - y) ** 2).mean())(w)
    return jax.lax.pmean(loss, "data"), gradient[None], jnp.linalg.norm(gradient)[None]


@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=(P("data"), P("data")), out_specs=P())
def average(gradients, factors):
    return jax.lax.pmean(gradients[0] * factors[0], "data")


def clip_and_average(w, x, y, limit):
    loss, gradients, lengths = gradients_of(w, x, y)
    measured = np.asarray(lengths)
    factors = np.where(measured > limit, np.float32(limit) / np.maximum(measured, 1e-30), np.float32(1))
    factors = jax.device_put(factors.astype(np.float32), NamedSharding(mesh, P("data")))
    return loss, average(gradients, factors), lengths
