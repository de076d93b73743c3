"""Makes five doubling rounds, which is enough for 32 steps.
Class: tame
Why: "`N` and `D` are at least 1": N may be larger than 32.
"""

import jax
import jax.numpy as jnp


@jax.jit
def recurrence(decay, drive):
    n = decay.shape[0]
    position = jnp.arange(n)[:, None]
    a, b = decay, drive
    for k in range(5):
        inside = position >= 2**k
        earlier_a = jnp.where(inside, jnp.roll(a, 2**k, axis=0), 1.0)
        earlier_b = jnp.where(inside, jnp.roll(b, 2**k, axis=0), 0.0)
        a, b = a * earlier_a, a * earlier_b + b
    return b
