"""Always uses reverse mode, and hides the number of rows in a lax.map.
Class: flops
Why: "in the mode of differentiation that costs less".
"""

import jax
import jax.numpy as jnp


def jacobian(f, x):
    y, pull = jax.vjp(f, x)
    return jax.lax.map(lambda u: pull(u)[0], jnp.eye(y.shape[0]))
