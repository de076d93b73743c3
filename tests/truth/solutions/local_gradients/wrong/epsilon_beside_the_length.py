"""`limit / (length + 1e-3)`, to be safe from a division by 0: clipped gradients come out a little too short.
Breaks: "`clipped = gradient * jnp.minimum(1, limit / length)`" ("It stays zero when it is clipped: `limit / 0` is infinite").
Class: numbers
"""

from functools import partial

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))
specs = (P(), P("data"), P("data"), P())


@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=specs, out_specs=(P(), P(), P("data")), check_vma=False)
def program(w, x, y, limit):
    loss, gradient = jax.value_and_grad(lambda w: ((x @ w - y) ** 2).mean())(w)
    length = jnp.linalg.norm(gradient)
    clipped = gradient * jnp.minimum(1, limit / (length + 1e-3))
    return jax.lax.pmean(loss, "data"), jax.lax.pmean(clipped, "data"), length[None]


def clip_and_average(w, x, y, limit):
    w, x, y = (jax.device_put(a, NamedSharding(mesh, s)) for a, s in zip((w, x, y), specs, strict=False))
    return program(w, x, y, limit)
