"""Puts a NamedTuple of weights where they belong in one device_put and lets XLA split the work."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

MESH = jax.make_mesh((8,), ("model",), axis_types=(AxisType.Auto,))


class Weights(NamedTuple):
    w1: jax.Array | NamedSharding
    b1: jax.Array | NamedSharding
    w2: jax.Array | NamedSharding
    b2: jax.Array | NamedSharding


EVERYWHERE = NamedSharding(MESH, P())
COLUMNS = NamedSharding(MESH, P(None, "model"))
LAYOUT = Weights(COLUMNS, NamedSharding(MESH, P("model")), NamedSharding(MESH, P("model", None)), EVERYWHERE)


def forward(weights: Weights, x: jax.Array) -> tuple[jax.Array, jax.Array]:
    hidden = jax.nn.relu(jnp.einsum("nd,dh->nh", x, weights.w1) + weights.b1)
    hidden = jax.lax.with_sharding_constraint(hidden, COLUMNS)
    return x + jnp.einsum("nh,hd->nd", hidden, weights.w2) + weights.b2, hidden


run = jax.jit(forward, in_shardings=(LAYOUT, EVERYWHERE), out_shardings=(EVERYWHERE, COLUMNS))


def mlp_block(x, w1, b1, w2, b2):
    weights = jax.device_put(Weights(w1, b1, w2, b2), LAYOUT)
    return run(weights, jax.device_put(x, EVERYWHERE))
