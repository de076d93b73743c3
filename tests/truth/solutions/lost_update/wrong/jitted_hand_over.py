"""Each forward pass runs eagerly on the model; a jitted function only hands output and state through.
Breaks "run the forward pass of `model` in a function made by `jax.jit`" and "All floating-point arithmetic runs in" it.
Class: decoy
"""
import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
def hand_over(model, ready, batch):
    return jnp.where(batch.size > 0, ready, batch.sum()), nnx.state(model)


def follow(model, batches):
    outputs = []
    for batch in batches:
        ready = model(batch)
        y, state = hand_over(model, ready, batch)
        nnx.update(model, state)
        outputs.append(y)
    return jnp.stack(outputs)
