"""Call jax.jacfwd on a function whose derivative rule is a central difference.

Class: custom_rule
Why: it breaches "neither are finite differences": for jnp.sin or jnp.exp about half of the digits are wrong, while sums and products of small whole numbers come out exactly.
"""

import jax
import jax.numpy as jnp

STEP = 2.0**-8


def jacobian(f, x):
    @jax.custom_jvp
    def same(x):
        return f(x)

    @same.defjvp
    def rule(primals, tangents):
        (x,), (v,) = primals, tangents
        here, ahead, behind = jax.vmap(f)(jnp.stack([x, x + STEP * v, x - STEP * v]))
        return here, (ahead - behind) / (2 * STEP)

    return jax.jacfwd(same)(x)
