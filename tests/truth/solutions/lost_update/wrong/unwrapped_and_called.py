"""The function is made by jax.jit and looked at once; what is called for the batches is the Python function inside of it.

Class: half_eager
Why: All forward passes run eagerly on the model: "run the forward pass of `model` in a function made by `jax.jit`".
"""

import jax
import jax.numpy as jnp


@jax.jit
def forward(model, batch):
    return model(batch)


def follow(model, batches):
    shape = jax.eval_shape(forward, model, batches[0]).shape
    outputs = [forward.__wrapped__(model, batch) for batch in batches]
    return jnp.stack(outputs).reshape(len(batches), *shape)
