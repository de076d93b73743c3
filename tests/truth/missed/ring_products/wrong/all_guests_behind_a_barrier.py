"""Each device keeps all eight parts, and a barrier sees to it that they are there at once. No single array is large.
Breaks: "**No device ever has the features of all rows.**"
Class: memory
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("ring",), axis_types=(AxisType.Auto,))
HOPS = [(i, (i + 1) % 8) for i in range(8)]


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P("ring"), P()), out_specs=P("ring"))
def compare_rows(x, w):
    guests = [jax.nn.relu(x @ w)]
    for _ in range(7):
        guests.append(jax.lax.ppermute(guests[-1], "ring", HOPS))
    guests = jax.lax.optimization_barrier(guests)
    blocks = jnp.stack([guests[0] @ guest.T for guest in guests])
    order = (jax.lax.axis_index("ring") - jnp.arange(8)) % 8
    return jnp.moveaxis(blocks[order], 0, 1).reshape(guests[0].shape[0], -1)
