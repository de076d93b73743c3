"""The limit is a static argument, so each new one is traced.
Class: retrace
Why: "A call with other numbers or another limit traces nothing".
"""

from functools import partial

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


@partial(jax.jit, static_argnums=3)
def clip_and_average(w, x, y, limit):
    def one_device(w, x, y):
        w = jax.lax.pcast(w, "data", to="varying")
        loss, gradient = jax.value_and_grad(lambda w: ((x @ w - y) ** 2).mean())(w)
        length = jnp.linalg.norm(gradient)
        clipped = gradient * jnp.minimum(1, limit / length)
        return jax.lax.pmean(loss, "data"), jax.lax.pmean(clipped, "data"), length[None]

    specs = (P(), P("data"), P("data"))
    return jax.shard_map(one_device, mesh=mesh, in_specs=specs, out_specs=(P(), P(), P("data")))(w, x, y)
