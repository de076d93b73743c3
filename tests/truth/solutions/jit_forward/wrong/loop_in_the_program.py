"""Repeats the layer in a loop inside of one jitted call.

Class: dispatches
Why: 'Call it exactly num_calls times from Python': Python calls it once, and the loop is in the program.
"""

import jax
import jax.numpy as jnp
from flax import nnx

@nnx.jit
def forward(model, x, count):
    out = jnp.zeros((x.shape[0], model.out_features), x.dtype)
    graphdef, state = nnx.split(model)
    return jax.lax.fori_loop(0, count, lambda _, out: nnx.merge(graphdef, state)(x), out).reshape(-1)


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    return forward(model, x, jnp.int32(num_calls))
