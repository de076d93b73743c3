"""Makes the rate a float16 array, since it has few digits.

Class: dtype
Why: tau = 0.1234567 is rounded to float16, and 1e-9 to 0, so the parameters are off by much more than float32 rounding.
"""

import jax
import jax.numpy as jnp
from flax import nnx


def soft_update(target, online, tau, x):
    rate = jnp.float16(tau).astype(jnp.float32)
    old = nnx.state(target, nnx.Param)
    new = nnx.state(online, nnx.Param)
    nnx.update(target, jax.tree.map(lambda t, o: (1 - rate) * t + rate * o, old, new))
    return target(x), online(x)
