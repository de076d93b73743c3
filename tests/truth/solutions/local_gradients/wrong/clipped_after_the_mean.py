"""The mean of the gradients is clipped, and not each one.
Class: numbers
Why: "So each device clips its *own* gradient to a maximum length, and the clipped gradients are averaged".
"""

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


def one_device(w, x, y, limit):
    w = jax.lax.pcast(w, "data", to="varying")
    loss, gradient = jax.value_and_grad(lambda w: ((x @ w - y) ** 2).mean())(w)
    own_length = jnp.linalg.norm(gradient)
    loss, gradient = jax.lax.pmean((loss, gradient), "data")
    clipped = gradient * jnp.minimum(1, limit / jnp.linalg.norm(gradient))
    return loss, clipped, own_length[None]


clip_and_average = jax.jit(
    jax.shard_map(one_device, mesh=mesh, in_specs=(P(), P("data"), P("data"), P()), out_specs=(P(), P(), P("data")))
)
