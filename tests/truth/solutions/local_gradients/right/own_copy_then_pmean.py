"""A varying copy of the weights, `value_and_grad`, and one `pmean` of the pair."""

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


def one_device(w, x, y, limit):
    own = jax.lax.pcast(w, "data", to="varying")
    loss, gradient = jax.value_and_grad(lambda w: ((x @ w - y) ** 2).mean())(own)
    length = jnp.linalg.norm(gradient)
    clipped = gradient * jnp.minimum(1, limit / length)
    loss, clipped = jax.lax.pmean((loss, clipped), "data")
    return loss, clipped, length[None]


clip_and_average = jax.jit(
    jax.shard_map(one_device, mesh=mesh, in_specs=(P(), P("data"), P("data"), P()), out_specs=(P(), P(), P("data")))
)
