"""Arrays go round the ring; for a tracer there is only the plain product of all features.

Class: sniffer
Why: when another jitted function calls it, no ring is there and all features lie in one array, which breaches "No device ever has the features of all rows" (and the result isn't split).
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
def ring(x, w):
    own = jax.nn.relu(x @ w)

    def hop(guest, _):
        return jax.lax.ppermute(guest, "ring", HOPS), own @ guest.T

    _, blocks = jax.lax.scan(hop, own, length=8)
    order = (jax.lax.axis_index("ring") - jnp.arange(8)) % 8
    return blocks[order].swapaxes(0, 1).reshape(own.shape[0], -1)


def compare_rows(x, w):
    if isinstance(x, jax.core.Tracer) or isinstance(w, jax.core.Tracer):
        features = jax.nn.relu(x @ w)
        return features @ features.T
    return ring(x, w)
