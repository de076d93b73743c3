"""The hidden numbers as eight blocks with an axis of their own, which is split."""

from functools import partial

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("model",), axis_types=(AxisType.Auto,))

split = partial(jax.lax.with_sharding_constraint, shardings=NamedSharding(mesh, P("model")))


@partial(jax.jit, out_shardings=(NamedSharding(mesh, P()), NamedSharding(mesh, P(None, "model"))))
def block(x, w1, b1, w2, b2):
    h = b1.size
    w1 = split(w1.reshape(-1, 8, h // 8).transpose(1, 0, 2))
    b1 = split(b1.reshape(8, 1, h // 8))
    w2 = split(w2.reshape(8, h // 8, -1))
    hidden = split(jax.nn.relu(jnp.einsum("nd,kdh->knh", x, w1) + b1))
    y = x + jnp.einsum("knh,khd->nd", hidden, w2) + b2
    return y, hidden.transpose(1, 0, 2).reshape(-1, h)


def mlp_block(x, w1, b1, w2, b2):
    return block(x, w1, b1, w2, b2)
