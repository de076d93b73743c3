"""Small functions for one row and one pair, mapped twice; the ring around them."""

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("ring",), axis_types=(AxisType.Auto,))
HOPS = [(i, (i + 1) % 8) for i in range(8)]


def features_of(row, w):
    return jax.nn.relu(row @ w)


def compare(one, other):
    return jnp.vdot(one, other)


compare_all = jax.vmap(jax.vmap(compare, in_axes=(None, 0)), in_axes=(0, None))


def on_one_device(x, w):
    own = jax.vmap(features_of, in_axes=(0, None))(x, w)
    me = jax.lax.axis_index("ring")

    def hop(state, s):
        guest, table = state
        table = jax.lax.dynamic_update_index_in_dim(table, compare_all(own, guest), (me - s) % 8, 0)
        return (jax.lax.ppermute(guest, "ring", HOPS), table), None

    table = jnp.zeros((8, len(own), len(own)), own.dtype)
    table = jax.lax.pcast(table, "ring", to="varying")
    (_, table), _ = jax.lax.scan(hop, (own, table), jnp.arange(8))
    return jnp.moveaxis(table, 0, 1).reshape(len(own), -1)


compare_rows = jax.jit(jax.shard_map(on_one_device, mesh=mesh, in_specs=(P("ring"), P()), out_specs=P("ring")))
