"""No `shard_map`: `jnp.roll` of an array that is split, which has the features of all rows in one array.
Class: layout
Why: "No array in your program takes more bytes than `w` and the result together".
"""

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("rows",), axis_types=(AxisType.Auto,))
rows, whole = NamedSharding(mesh, P("rows")), NamedSharding(mesh, P())


@jax.jit
def run(x, w):
    features = jax.nn.relu(x.reshape(8, -1, x.shape[1]) @ w)
    features = block = jax.lax.with_sharding_constraint(features, rows)
    parts = []
    for _ in range(8):
        parts.append(jnp.einsum("knd,kmd->knm", features, block))
        block = jax.lax.with_sharding_constraint(jnp.roll(block, 1, axis=0), rows)
    table = jnp.stack(parts, axis=2)
    order = (jnp.arange(8)[:, None] - jnp.arange(8)) % 8
    table = jax.vmap(lambda one, at: one[:, at])(table, order)
    return jax.lax.with_sharding_constraint(table.reshape(len(x), len(x)), rows)


def compare_rows(x, w):
    return run(jax.device_put(x, rows), jax.device_put(w, whole))
