"""Without the types of `shard_map`, so that `jax.grad` gives the device's own gradient."""

from functools import partial

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


def loss_of(w, x, y):
    return jnp.mean((x @ w - y) ** 2)


@jax.jit
@partial(
    jax.shard_map,
    mesh=mesh,
    in_specs=(P(), P("data"), P("data"), P()),
    out_specs=(P(), P(), P("data")),
    check_vma=False,
)
def clip_and_average(w, x, y, limit):
    loss = loss_of(w, x, y)
    gradient = jax.grad(loss_of)(w, x, y)
    length = jnp.linalg.norm(gradient)
    clipped = gradient * jnp.minimum(1, limit / length)
    return jax.lax.pmean(loss, "data"), jax.lax.pmean(clipped, "data"), length.reshape(1)
