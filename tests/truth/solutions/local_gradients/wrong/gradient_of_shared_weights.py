"""The weights are shared, so each device clips the sum of all gradients.
Class: numbers
Why: "So each device clips its *own* gradient to a maximum length".
"""

from functools import partial

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=(P(), P("data"), P("data"), P()), out_specs=(P(), P(), P("data")))
def clip_and_average(w, x, y, limit):
    loss, gradient = jax.value_and_grad(lambda w: ((x @ w - y) ** 2).mean())(w)
    length = jnp.linalg.norm(gradient)
    clipped = gradient * jnp.minimum(1, limit / length)
    lengths = jax.lax.pcast(length[None], "data", to="varying")
    return jax.lax.pmean(loss, "data"), clipped, lengths
