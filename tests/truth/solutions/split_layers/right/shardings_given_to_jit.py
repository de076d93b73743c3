"""`jit` with the shardings of arguments and results."""

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("model",), axis_types=(AxisType.Auto,))

whole = NamedSharding(mesh, P())
columns = NamedSharding(mesh, P(None, "model"))
rows = NamedSharding(mesh, P("model"))


def _mlp_block(x, w1, b1, w2, b2):
    hidden = jnp.maximum(jnp.dot(x, w1) + b1, 0)
    return jnp.dot(hidden, w2) + b2 + x, hidden


mlp_block = jax.jit(_mlp_block, in_shardings=(whole, columns, rows, rows, whole), out_shardings=(whole, columns))
