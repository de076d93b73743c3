"""Function and program are made anew in each call.
Class: retrace
Why: "JAX traces your code once for each set of shapes".
"""

from functools import partial

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


def clip_and_average(w, x, y, limit):
    @jax.jit
    @partial(jax.shard_map, mesh=mesh, in_specs=(P(), P("data"), P("data"), P()), out_specs=(P(), P(), P("data")))
    def one_device(w, x, y, limit):
        w = jax.lax.pcast(w, "data", to="varying")
        loss, gradient = jax.value_and_grad(lambda w: ((x @ w - y) ** 2).mean())(w)
        length = jnp.linalg.norm(gradient)
        clipped = gradient * jnp.minimum(1, limit / length)
        return jax.lax.pmean(loss, "data"), jax.lax.pmean(clipped, "data"), length[None]

    return one_device(w, x, y, limit)
