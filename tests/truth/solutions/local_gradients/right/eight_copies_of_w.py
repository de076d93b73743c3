"""Eight copies of the weights, split by devices, so each device differentiates its own."""

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


def one_device(copies, x, y, limit):
    def loss_of(copies):
        return ((x @ copies[0] - y) ** 2).mean()

    loss, gradients = jax.value_and_grad(loss_of)(copies)
    length = jnp.linalg.norm(gradients[0])
    clipped = gradients[0] * jnp.minimum(1, limit / length)
    return jax.lax.pmean(loss, "data"), jax.lax.pmean(clipped, "data"), length[None]


mapped = jax.shard_map(
    one_device, mesh=mesh, in_specs=(P("data"), P("data"), P("data"), P()), out_specs=(P(), P(), P("data"))
)


@jax.jit
def clip_and_average(w, x, y, limit):
    copies = jnp.broadcast_to(w, (8, len(w)))
    return mapped(copies, x, y, limit)
