"""Makes the wrapper on the first call and keeps it in a global."""

import jax.numpy as jnp
from flax import nnx

_compiled = None


def _score(model, batch):
    return model(batch).mean()


def evaluate(model, batches):
    global _compiled
    if _compiled is None:
        _compiled = nnx.jit(_score)
    return jnp.stack([_compiled(model, batch) for batch in batches])
