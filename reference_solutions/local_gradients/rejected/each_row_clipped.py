import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


def row_loss(w, row, target):
    return (row @ w - target) ** 2


@jax.jit
@functools.partial(
    jax.shard_map, mesh=mesh, in_specs=(P(), P("data"), P("data"), P()), out_specs=(P(), P(), P("data"))
)
def clip_and_average(w, x, y, limit):
    w = jax.lax.pcast(w, "data", to="varying")
    losses, gradients = jax.vmap(jax.value_and_grad(row_loss), in_axes=(None, 0, 0))(w, x, y)
    lengths = jnp.linalg.norm(gradients, axis=1)
    clipped = gradients * jnp.minimum(1, limit / lengths)[:, None]
    loss, average = jax.lax.pmean((losses.mean(), clipped.mean(axis=0)), "data")
    return loss, average, jnp.linalg.norm(gradients.mean(axis=0))[None]
