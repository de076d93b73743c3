"""Sends down the ring in a scan, keeps the blocks in the order of their arrival, and sorts them at the end."""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

RING = "ring"
MESH = jax.make_mesh((8,), (RING,), axis_types=(AxisType.Auto,))
down = functools.partial(jax.lax.ppermute, axis_name=RING, perm=[(i, (i - 1) % 8) for i in range(8)])


def _compare(x, w):
    own = jax.nn.relu(x @ w)

    def meet(guest, _):
        return down(guest), jnp.einsum("id,jd->ij", own, guest)

    _, met = jax.lax.scan(meet, own, length=8)  # block s is that of device (me + s) % 8
    arrival = (jnp.arange(8) - jax.lax.axis_index(RING)) % 8
    return met[arrival].swapaxes(0, 1).reshape(own.shape[0], -1)


compare_rows = jax.jit(jax.shard_map(_compare, mesh=MESH, in_specs=(P(RING), P()), out_specs=P(RING)))
