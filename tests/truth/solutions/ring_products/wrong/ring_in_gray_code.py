"""The ring goes through the devices as on a cube, in the order of a Gray code.

Class: structure
Why: breaches "device i sends to device i + 1 or i - 1": device 1 sends to 3, 2 to 6, 7 to 5, and 4 to 0, which are neighbours on a cube only.
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("ring",), axis_types=(AxisType.Auto,))
HOPS = [(i, (i + 1) % 8) for i in range(8)]
AROUND = [0, 1, 3, 2, 6, 7, 5, 4]
PLACES = [AROUND.index(i) for i in range(8)]
CUBE_HOPS = [(AROUND[p], AROUND[(p + 1) % 8]) for p in range(8)]


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P("ring"), P()), out_specs=P("ring"))
def compare_rows(x, w):
    own = jax.nn.relu(x @ w)

    def hop(guest, _):
        return jax.lax.ppermute(guest, "ring", CUBE_HOPS), own @ guest.T

    _, blocks = jax.lax.scan(hop, own, length=8)
    places = jnp.array(PLACES)
    order = (places[jax.lax.axis_index("ring")] - places) % 8
    return blocks[order].swapaxes(0, 1).reshape(own.shape[0], -1)
