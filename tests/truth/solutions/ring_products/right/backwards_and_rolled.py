"""Sends to the previous device in a fori_loop, writes each block beside the last one, and rolls the row into place."""

from functools import partial

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("ring",), axis_types=(AxisType.Auto,))


class Ring:
    size = 8
    hops = tuple((i, (i - 1) % 8) for i in range(8))

    @classmethod
    def products(cls, x, w):
        n = x.shape[0]
        own = jax.nn.relu(jnp.dot(x, w))

        def hop(s, carry):
            guest, row = carry
            block = jax.lax.dot_general(own, guest, (((1,), (1,)), ((), ())))
            row = jax.lax.dynamic_update_slice_in_dim(row, block, s * n, axis=1)
            return jax.lax.ppermute(guest, "ring", cls.hops), row

        empty = jax.lax.pcast(jnp.zeros((n, cls.size * n), own.dtype), "ring", to="varying")
        _, row = jax.lax.fori_loop(0, cls.size, hop, (own, empty))
        return jnp.roll(row, jax.lax.axis_index("ring") * n, axis=1)


@jax.jit
def compare_rows(x, w):
    split = partial(jax.shard_map, mesh=mesh, in_specs=(P("ring"), P()), out_specs=P("ring"))
    return split(Ring.products)(x, w)
