"""Each product is made eight times, and the mean is returned.
Class: flops
Why: "at most three times as many floating-point operations as `K` products".
"""

import jax
import jax.numpy as jnp


def curvature(f, x, vs):
    def again(total, _):
        point = x + 0 * total[0]
        return total + jax.vmap(lambda v: jax.jvp(jax.grad(f), (point,), (v,))[1])(vs), None

    return jax.lax.scan(again, jnp.zeros_like(vs), length=8)[0] / 8
