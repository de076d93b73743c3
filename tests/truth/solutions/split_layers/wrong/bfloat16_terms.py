"""Halves the traffic by sending the terms of the sum as bfloat16.

Class: numbers
Why: Where the product needs more than eight bits (such as terms of 1.001), y is off by some thousandths, not 64 float32 epsilons.
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

MESH = jax.make_mesh((8,), ("model",), axis_types=(AxisType.Auto,))
SPECS = (P(), P(None, "model"), P("model"), P("model", None), P())


@jax.jit
@functools.partial(jax.shard_map, mesh=MESH, in_specs=SPECS, out_specs=(P(), P(None, "model")))
def block(x, w1, b1, w2, b2):
    hidden = jax.nn.relu(x @ w1 + b1)
    terms = (hidden @ w2).astype(jnp.bfloat16)
    return x + jax.lax.psum(terms, "model").astype(jnp.float32) + b2, hidden


def mlp_block(*arguments):
    return block(*(jax.device_put(a, NamedSharding(MESH, s)) for a, s in zip(arguments, SPECS)))
