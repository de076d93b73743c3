"""Takes the gradient of each output in a Python loop, which calls f for each of them.
Class: dispatches
Why: "Python calls `f` at most twice".
"""

import jax
import jax.numpy as jnp


def jacobian(f, x):
    m = jax.eval_shape(f, x).shape[0]
    return jnp.stack([jax.grad(lambda z: f(z)[i])(x) for i in range(m)])
