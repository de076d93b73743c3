"""The terms travel in 16 bits.
Class: dtype
Why: "the largest difference is at most 64 float32 epsilons of the largest expected number of the array".
"""

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("model",), axis_types=(AxisType.Auto,))


def on_device(x, w1, b1, w2, b2):
    hidden = jax.nn.relu(x @ w1 + b1)
    total = jax.lax.psum((hidden @ w2).astype(jnp.bfloat16), "model")
    return x + total.astype(jnp.float32) + b2, hidden


mlp_block = jax.jit(
    jax.shard_map(
        on_device,
        mesh=mesh,
        in_specs=(P(), P(None, "model"), P("model"), P("model"), P()),
        out_specs=(P(), P(None, "model")),
    )
)
