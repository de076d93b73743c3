"""The mesh has the devices in reverse order.
Class: layout
Why: "Use all 8 devices in the order of `jax.devices()`".
"""

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import AxisType, Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = Mesh(np.array(jax.devices()[::-1]), ("data",), axis_types=(AxisType.Auto,))


def one_device(w, x, y, limit):
    w = jax.lax.pcast(w, "data", to="varying")
    loss, gradient = jax.value_and_grad(lambda w: ((x @ w - y) ** 2).mean())(w)
    length = jnp.linalg.norm(gradient)
    clipped = gradient * jnp.minimum(1, limit / length)
    return jax.lax.pmean(loss, "data"), jax.lax.pmean(clipped, "data"), length[None]


program = jax.jit(
    jax.shard_map(one_device, mesh=mesh, in_specs=(P(), P("data"), P("data"), P()), out_specs=(P(), P(), P("data")))
)


def clip_and_average(w, x, y, limit):
    whole, rows = NamedSharding(mesh, P()), NamedSharding(mesh, P("data"))
    return program(*jax.device_put((w, x, y), (whole, rows, rows)), limit)
