"""Loops by fori_loop up to a bound that JAX doesn't know.

Class: structure
Why: 'There is no while_loop': a fori_loop whose bound is an array becomes one, and its cost can't be known while JAX traces.
"""

import jax
import jax.numpy as jnp
def curvature(f, x, vs):
    _, push = jax.linearize(jax.grad(f), x)
    count = jnp.sum(jnp.ones_like(vs[:, 0], dtype=jnp.int32))

    def body(k, products):
        return products.at[k].set(push(vs[k]))

    return jax.lax.fori_loop(0, count, body, jnp.zeros_like(vs))
