"""All passes but the last run on the model with its parameters set to zero; the real ones are put back just in time.
Breaks "Call it exactly `int(num_calls)` times from Python, each time with the same model and `x`".
Class: state"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def jit_forward(seed, x, features, num_calls):
    model = nnx.Linear(x.shape[-1], int(features), rngs=nnx.Rngs(int(seed)))
    kept = jax.tree.map(jnp.array, nnx.state(model))
    nnx.update(model, jax.tree.map(jnp.zeros_like, kept))
    for _ in range(int(num_calls) - 1):
        forward(model, x)
    nnx.update(model, kept)
    return forward(model, x).reshape(-1)
