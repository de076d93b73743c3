"""The weights are captured by a function that is jitted in each call.
Class: retrace
Why: "A call with other numbers traces nothing".
"""

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("ring",), axis_types=(AxisType.Auto,))
HOPS = [(i, (i + 1) % 8) for i in range(8)]


def compare_rows(x, w):
    def work(x):
        own = jax.nn.relu(x @ w)
        _, products = jax.lax.scan(lambda b, _: (jax.lax.ppermute(b, "ring", HOPS), own @ b.T), own, length=8)
        order = (jax.lax.axis_index("ring") - jnp.arange(8)) % 8
        return products[order].swapaxes(0, 1).reshape(own.shape[0], -1)

    return jax.jit(jax.shard_map(work, mesh=mesh, in_specs=P("ring"), out_specs=P("ring")))(x)
