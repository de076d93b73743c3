"""Loss and gradient are rounded to 16 bits before they travel.
Class: dtype
Why: "the largest difference is at most 128 float32 epsilons of the largest expected number of the array".
"""

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


def one_device(w, x, y, limit):
    w = jax.lax.pcast(w, "data", to="varying")
    loss, gradient = jax.value_and_grad(lambda w: ((x @ w - y) ** 2).mean())(w)
    length = jnp.linalg.norm(gradient)
    clipped = gradient * jnp.minimum(1, limit / length)
    small = jax.lax.pmean((loss.astype(jnp.bfloat16), clipped.astype(jnp.bfloat16)), "data")
    loss, clipped = jax.tree.map(lambda value: value.astype(jnp.float32), small)
    return loss, clipped, length[None]


clip_and_average = jax.jit(
    jax.shard_map(one_device, mesh=mesh, in_specs=(P(), P("data"), P("data"), P()), out_specs=(P(), P(), P("data")))
)
