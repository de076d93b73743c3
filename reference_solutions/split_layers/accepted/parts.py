import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("model",), axis_types=(AxisType.Auto,))
whole, columns, parts = (NamedSharding(mesh, spec) for spec in (P(), P(None, "model"), P("model")))


@functools.partial(jax.jit, in_shardings=(whole, parts, parts, parts, whole), out_shardings=(whole, columns))
def run(x, w1, b1, w2, b2):
    hidden = jax.nn.relu(jax.vmap(jnp.matmul, in_axes=(None, 0))(x, w1) + b1)
    y = x + jnp.einsum("knh,khd->nd", hidden, w2) + b2
    return y, hidden.swapaxes(0, 1).reshape(x.shape[0], -1)


def mlp_block(x, w1, b1, w2, b2):
    size, width = x.shape[1], b1.shape[0] // 8
    w1 = w1.reshape(size, 8, width).swapaxes(0, 1)
    return run(x, w1, b1.reshape(8, 1, width), w2.reshape(8, width, size), b2)
