"""Kept in pieces.

Class: other
Why: Breaks "**No device ever has the features of all rows.**": the guests are kept, one array each, until all eight
are there (a barrier holds them together), and only then are they multiplied. Seen with any input: N * D numbers are
alive at once, though no single array is large.
"""
import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("ring",), axis_types=(AxisType.Auto,))
HOPS = [((i + 1) % 8, i) for i in range(8)]


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P("ring"), P()), out_specs=P("ring"))
def compare_rows(x, w):
    guests = [jax.nn.relu(x @ w)]
    for _ in range(7):
        guests.append(jax.lax.ppermute(guests[-1], "ring", HOPS))
    guests = jax.lax.optimization_barrier(guests)  # wait for all of them
    products = jnp.concatenate([guests[0] @ guest.T for guest in guests], axis=1)
    return jnp.roll(products, jax.lax.axis_index("ring") * x.shape[0], axis=1)
