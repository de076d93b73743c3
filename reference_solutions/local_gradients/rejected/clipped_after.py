import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


def local_loss(w, x, y):
    return ((x @ w - y) ** 2).mean()


@jax.jit
@functools.partial(
    jax.shard_map, mesh=mesh, in_specs=(P(), P("data"), P("data"), P()), out_specs=(P(), P(), P("data"))
)
def clip_and_average(w, x, y, limit):
    w = jax.lax.pcast(w, "data", to="varying")
    loss, gradient = jax.value_and_grad(local_loss)(w, x, y)
    length = jnp.linalg.norm(gradient)
    loss, average = jax.lax.pmean((loss, gradient), "data")
    return loss, average * jnp.minimum(1, limit / jnp.linalg.norm(average)), length[None]
