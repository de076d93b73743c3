"""The jitted function gets the model, as it should, but never calls it: its arrays come as another argument, and are merged inside.

Class: decoy
Why: the wrapped function "is given `model` itself: not its state, and not its arrays", but what runs is built from the arrays, and the model is there for show.
"""

import jax
import jax.numpy as jnp
from flax import nnx

LAYOUT = {}


@nnx.jit
def mean_score(model, arrays, batch):
    state = jax.tree.unflatten(LAYOUT["tree"], arrays)
    return nnx.merge(LAYOUT["graph"], state)(batch).mean()


def evaluate(model, batches):
    LAYOUT["graph"], state = nnx.split(model)
    arrays, LAYOUT["tree"] = jax.tree.flatten(state)
    return jnp.stack([mean_score(model, arrays, batch) for batch in batches])
