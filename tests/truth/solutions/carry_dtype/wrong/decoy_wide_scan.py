"""A float32 scan times zero beside a narrow one.
Class: decoy
Why: "The sum is kept in **float32** from step to step".
"""

import jax
import jax.numpy as jnp


def leaky_sums(xs, decay):
    def follow(dtype):
        def body(total, x):
            total = decay.astype(dtype) * total + x.astype(dtype)
            return total, total.astype(x.dtype)

        return jax.lax.scan(body, jnp.zeros(xs.shape[1], dtype), xs)

    last, rows = follow(xs.dtype)
    return last.astype(jnp.float32) + 0 * follow(jnp.float32)[0], rows
