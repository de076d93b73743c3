"""The features travel four hops up and three hops down at the same time."""

import functools
from collections.abc import Iterator

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("ring",), axis_types=(AxisType.Auto,))


def travelling(own: jax.Array, direction: int, hops: int) -> Iterator[jax.Array]:
    pairs = [(i, (i + direction) % 8) for i in range(8)]
    guest = own
    for _ in range(hops):
        guest = jax.lax.ppermute(guest, "ring", pairs)
        yield guest


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P("ring"), P()), out_specs=P("ring"))
def compare_rows(x: jax.Array, w: jax.Array) -> jax.Array:
    own = jax.nn.relu(x @ w)
    blocks = {0: own @ own.T}  # by how far up the ring the other one stands
    for away, guest in enumerate(travelling(own, -1, 3), start=1):
        blocks[away] = own @ guest.T
    for away, guest in enumerate(travelling(own, +1, 4), start=1):
        blocks[8 - away] = own @ guest.T
    stacked = jnp.stack([blocks[away] for away in range(8)])
    in_order = jnp.roll(stacked, jax.lax.axis_index("ring"), axis=0)
    return jnp.concatenate(in_order, axis=1)
