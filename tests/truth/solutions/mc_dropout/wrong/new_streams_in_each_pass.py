"""Makes new streams with a seed of its own inside the pass.
Class: key
Why: "The masks come from the model's own random state".
"""

import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def forward(model, x, seed):
    hidden = nnx.tanh(model.hidden(x))
    return model.out(model.dropout(hidden, rngs=nnx.Rngs(dropout=jax.random.key(seed))))


def sample_outputs(model, x, samples):
    return jnp.stack([forward(model, x, i) for i in range(samples)])
