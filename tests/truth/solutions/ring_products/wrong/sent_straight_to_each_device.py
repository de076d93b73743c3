"""Each device sends its own features to each other one directly, over up to seven places, and not from neighbour to neighbour.
Breaks: "They travel from neighbour to neighbour by `jax.lax.ppermute`".
Class: structure
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("ring",), axis_types=(AxisType.Auto,))


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P("ring"), P()), out_specs=P("ring"))
def compare_rows(x, w):
    own = jax.nn.relu(x @ w)
    blocks = [own @ own.T]
    for places in range(1, 8):
        guest = jax.lax.ppermute(own, "ring", [(i, (i + places) % 8) for i in range(8)])
        blocks.append(own @ guest.T)
    order = (jax.lax.axis_index("ring") - jnp.arange(8)) % 8
    ordered = jnp.stack(blocks)[order]
    return jnp.moveaxis(ordered, 0, 1).reshape(own.shape[0], -1)
