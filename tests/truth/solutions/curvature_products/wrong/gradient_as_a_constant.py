"""A rule of its own gives the gradient as a constant, so it has no derivative.
Class: custom_rule
Why: "whose row `[k]` is `H @ vs[k]`".
"""

import jax


def curvature(f, x, vs):
    @jax.custom_jvp
    def smooth(point):
        return f(point)

    @smooth.defjvp
    def smooth_jvp(primals, tangents):
        value, gradient = jax.value_and_grad(f)(*primals)
        return value, jax.lax.stop_gradient(gradient) @ tangents[0]

    return jax.vmap(lambda v: jax.jvp(jax.grad(smooth), (x,), (v,))[1])(vs)
