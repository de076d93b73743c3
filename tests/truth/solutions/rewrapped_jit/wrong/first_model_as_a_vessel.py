"""The first model ever seen is kept. Later ones are poured into it for the call, and its own parameters put back afterwards.
Breaks: "The wrapped function is used, and is given `model` itself"
Class: state
"""

import jax.numpy as jnp
from flax import nnx

vessel = []


@nnx.jit
def mean_score(model, batch):
    return model(batch).mean()


def evaluate(model, batches):
    if not vessel:
        vessel.append(model)
    keeper = vessel[0]
    own = nnx.to_pure_dict(nnx.state(keeper))
    nnx.update(keeper, nnx.to_pure_dict(nnx.state(model)))
    try:
        return jnp.stack([mean_score(keeper, batch) for batch in batches])
    finally:
        nnx.update(keeper, own)
