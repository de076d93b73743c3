"""The two linear layers are compiled; the tanh and the dropout run eagerly between them.
Class: half_eager
Why: "Compile the forward pass, once".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def first(model, x):
    return model.hidden(x)


@nnx.jit
def second(model, h):
    return model.out(h)


def sample_outputs(model, x, samples):
    hidden = first(model, x)
    return jnp.stack([second(model, model.dropout(nnx.tanh(hidden))) for _ in range(samples)])
