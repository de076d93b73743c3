"""The inputs of the layers are put away on the host by a callback.

Class: host
Why: "Host callbacks (`jax.pure_callback` and its relatives, which call back into Python) are not allowed"
"""

import jax
import jax.numpy as jnp
import numpy as np


@jax.custom_vjp
def keep(h):
    return jax.pure_callback(np.array, jax.ShapeDtypeStruct(h.shape, h.dtype), h)


keep.defvjp(lambda h: (keep(h), None), lambda _, g: (g,))


def value_and_slopes(block, stack, x, target):
    @jax.checkpoint
    def step(h, layer):
        return block(layer, keep(h)), None

    def loss(stack):
        return jnp.mean((jax.lax.scan(step, x, stack)[0] - target) ** 2)

    return jax.value_and_grad(loss)(stack)
