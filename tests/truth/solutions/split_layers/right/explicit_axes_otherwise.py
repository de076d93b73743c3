"""A mesh with an axis of the type Explicit; the second product is told that its result lies everywhere."""

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

MESH = jax.make_mesh((8,), ("model",), axis_types=(AxisType.Explicit,))


def on_mesh(array, *spec):
    return jax.device_put(array, NamedSharding(MESH, P(*spec)))


@jax.jit
def block(x, w1, b1, w2, b2):
    hidden = jax.nn.relu(jnp.matmul(x, w1) + b1)
    y = jnp.matmul(hidden, w2, out_sharding=NamedSharding(MESH, P()))
    return x + y + b2, hidden


def mlp_block(x, w1, b1, w2, b2):
    return block(
        on_mesh(x),
        on_mesh(w1, None, "model"),
        on_mesh(b1, "model"),
        on_mesh(w2, "model", None),
        on_mesh(b2),
    )
