"""Device `i` gets columns `i`, `i + 8` and so on, which is right for eight columns only.
Class: example
Why: "split by columns: device `i` holds the `i`-th eighth".
"""

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("model",), axis_types=(AxisType.Auto,))


def on_device(x, w1, b1, w2, b2):
    hidden = jax.nn.relu(x @ w1 + b1)
    return x + jax.lax.psum(hidden @ w2, "model") + b2, hidden


mapped = jax.shard_map(
    on_device,
    mesh=mesh,
    in_specs=(P(), P(None, "model"), P("model"), P("model"), P()),
    out_specs=(P(), P(None, "model")),
)


def deal(array, axis=0):
    parts = [jax.lax.slice_in_dim(array, i, None, 8, axis=axis) for i in range(8)]
    return jnp.concatenate(parts, axis=axis)


def mlp_block(x, w1, b1, w2, b2):
    placed = [
        jax.device_put(deal(w1, 1), NamedSharding(mesh, P(None, "model"))),
        jax.device_put(deal(b1), NamedSharding(mesh, P("model"))),
        jax.device_put(deal(w2), NamedSharding(mesh, P("model"))),
    ]
    return jax.jit(mapped)(x, *placed, b2)
