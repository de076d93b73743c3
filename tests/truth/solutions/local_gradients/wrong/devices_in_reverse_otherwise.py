"""Builds the mesh from the devices in reverse order.

Class: layout
Why: Device 0 holds the last of lengths instead of the first; "Use all 8 devices in the order of jax.devices()".
"""

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh
from jax.sharding import PartitionSpec as P

mesh = Mesh(np.array(sorted(jax.devices(), key=lambda device: -device.id)), ("data",))


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P(), P("data"), P("data"), P()), out_specs=(P(), P(), P("data")))
def clip_and_average(w, x, y, limit):
    own = jax.lax.pcast(w, "data", to="varying")
    loss, gradient = jax.value_and_grad(lambda w: ((x @ w - y) ** 2).mean())(own)
    length = jnp.linalg.norm(gradient)
    return *jax.lax.pmean((loss, gradient * jnp.minimum(1, limit / length)), "data"), length[None]
