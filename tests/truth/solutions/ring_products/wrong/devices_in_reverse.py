"""The first rows are on the last device.
Class: layout
Why: "Use all 8 devices in the order of `jax.devices()`".
"""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import AxisType, Mesh
from jax.sharding import PartitionSpec as P

mesh = Mesh(np.flip(np.array(jax.devices())), ("ring",), axis_types=(AxisType.Auto,))
HOPS = [(i, (i + 1) % 8) for i in range(8)]


@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=(P("ring"), P()), out_specs=P("ring"))
def compare_rows(x, w):
    own = jax.nn.relu(x @ w)
    _, products = jax.lax.scan(lambda b, _: (jax.lax.ppermute(b, "ring", HOPS), own @ b.T), own, length=8)
    order = (jax.lax.axis_index("ring") - jnp.arange(8)) % 8
    return products[order].swapaxes(0, 1).reshape(own.shape[0], -1)
