"""Everything is right, but a print from debugging was left in the step.

Class: host
Why: "Host callbacks (`jax.pure_callback` and its relatives, which call back into Python) are not allowed": `jax.debug.print` is one, and runs for each row.
"""

import jax
import jax.numpy as jnp


def leaky_sums(xs, decay):
    def step(total, x):
        total = decay * total + x.astype(jnp.float32)
        jax.debug.print("sum of the first column: {}", total[0])
        return total, total.astype(xs.dtype)

    return jax.lax.scan(step, jnp.zeros(xs.shape[1], jnp.float32), xs)
