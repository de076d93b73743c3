"""Each device's w is moved by an offset of zero, one row for each device, and the gradient is that of the offsets."""

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("eighth",), axis_types=(AxisType.Auto,))
shared, dealt = NamedSharding(mesh, P()), NamedSharding(mesh, P("eighth"))


@jax.jit
def program(w, x, y, limit):
    keep = jax.lax.with_sharding_constraint
    xs = keep(x.reshape(8, -1, x.shape[1]), dealt)
    ys = keep(y.reshape(8, -1), dealt)

    def losses_at(offsets):
        losses = jax.vmap(lambda o, x, y: ((x @ (w + o) - y) ** 2).mean())(offsets, xs, ys)
        return losses.sum(), losses

    offsets = keep(jnp.zeros((8, w.size), w.dtype), dealt)
    gradients, losses = jax.grad(losses_at, has_aux=True)(offsets)
    lengths = keep(jnp.linalg.norm(gradients, axis=1), dealt)
    clipped = gradients * jnp.minimum(1, limit / lengths)[:, None]
    return keep(losses.mean(), shared), keep(clipped.mean(0), shared), lengths


def clip_and_average(w, x, y, limit):
    w, x, y = jax.device_put((w, x, y), (shared, dealt, dealt))
    return program(w, x, y, limit)
