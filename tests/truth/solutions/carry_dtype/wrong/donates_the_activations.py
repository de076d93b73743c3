"""The right loop, compiled so that the rows take over the memory of the activations.

Class: memory
Why: "xs is the same after the call as before": the argument is donated, so a caller's array is deleted and can't be read again.
"""

import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, donate_argnums=0)
def leaky_sums(xs, decay):
    def step(total, x):
        total = decay * total + x.astype(jnp.float32)
        return total, total.astype(x.dtype)

    return jax.lax.scan(step, jnp.zeros(xs.shape[1], jnp.float32), xs)
