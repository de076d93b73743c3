"""The limit of the first call for these shapes is built into the program that is kept.
Class: memory
Why: "clipped = gradient * jnp.minimum(1, limit / length)".
"""

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))

programs = {}


def make(limit):
    def one_device(w, x, y):
        w = jax.lax.pcast(w, "data", to="varying")
        loss, gradient = jax.value_and_grad(lambda w: ((x @ w - y) ** 2).mean())(w)
        length = jnp.linalg.norm(gradient)
        clipped = gradient * jnp.minimum(1, limit / length)
        return jax.lax.pmean(loss, "data"), jax.lax.pmean(clipped, "data"), length[None]

    specs = (P(), P("data"), P("data"))
    return jax.jit(jax.shard_map(one_device, mesh=mesh, in_specs=specs, out_specs=(P(), P(), P("data"))))


def clip_and_average(w, x, y, limit):
    if x.shape not in programs:
        programs[x.shape] = make(limit)
    return programs[x.shape](w, x, y)
