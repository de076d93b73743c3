"""The gradient of each row is clipped, which is right for one row on each device only.
Class: example
Why: "`N` is a multiple of 8 and at least 8".
"""

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


def one_device(w, x, y, limit):
    w = jax.lax.pcast(w, "data", to="varying")
    of_row = jax.value_and_grad(lambda w, features, target: (features @ w - target) ** 2)
    losses, gradients = jax.vmap(of_row, in_axes=(None, 0, 0))(w, x, y)
    factors = jnp.minimum(1, limit / jnp.linalg.norm(gradients, axis=1))
    clipped = (gradients * factors[:, None]).mean(axis=0)
    length = jnp.linalg.norm(gradients.mean(axis=0))
    return jax.lax.pmean(losses.mean(), "data"), jax.lax.pmean(clipped, "data"), length[None]


clip_and_average = jax.jit(
    jax.shard_map(one_device, mesh=mesh, in_specs=(P(), P("data"), P("data"), P()), out_specs=(P(), P(), P("data")))
)
