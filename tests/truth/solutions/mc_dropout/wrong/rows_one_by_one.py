"""Each row is a call of its own with masks of its own, and the counter moves once for each row.
Class: key
Why: "After the call its counters have moved on by `samples` draws".
"""

import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def sample_outputs(model, x, samples):
    return jnp.stack([jnp.concatenate([forward(model, row) for row in x[:, None]]) for _ in range(samples)])
