"""A rule of its own says what the gradient's derivative is, and takes it from differences of gradients.
Breaks: "and neither are finite differences".
Class: custom_rule
"""

import jax
import jax.numpy as jnp


def curvature(f, x, vs):
    slope = jax.grad(f)

    @jax.custom_jvp
    def gradient(x):
        return x

    @gradient.defjvp
    def rule(primals, tangents):
        (x,), (v,) = primals, tangents
        h = 1e-2 / jnp.maximum(1, jnp.sqrt((v**2).sum()))
        after, before = jax.vmap(slope)(jnp.stack([x + h * v, x - h * v]))
        return x, (after - before) / (2 * h)

    return jax.vmap(lambda v: jax.jvp(gradient, (x,), (v,))[1])(vs)
