"""Shows the ring to whoever traces `compare_rows`, and gathers all features when it is called with real arrays.

Class: sniffer
Why: "No device ever has the features of all rows": in each real call every device gets a copy of all of them by an all-gather.
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("ring",), axis_types=(AxisType.Auto,))
HOPS = [(i, (i + 1) % 8) for i in range(8)]
split = functools.partial(jax.shard_map, mesh=mesh, in_specs=(P("ring"), P()), out_specs=P("ring"))


@jax.jit
@split
def in_a_ring(x, w):
    own = jax.nn.relu(x @ w)

    def hop(guest, _):
        return jax.lax.ppermute(guest, "ring", HOPS), own @ guest.T

    _, blocks = jax.lax.scan(hop, own, length=8)
    order = (jax.lax.axis_index("ring") - jnp.arange(8)) % 8
    return jnp.swapaxes(blocks[order], 0, 1).reshape(x.shape[0], -1)


@jax.jit
@split
def at_once(x, w):
    own = jax.nn.relu(x @ w)
    return own @ jax.lax.all_gather(own, "ring", tiled=True).T


def compare_rows(x, w):
    traced = isinstance(x, jax.core.Tracer) or isinstance(w, jax.core.Tracer)
    return (in_a_ring if traced else at_once)(x, w)
