"""A custom rule: its forward function loops and has the gradient ready, its backward function scales it."""

import jax
import jax.numpy as jnp


def accumulate(loss, params, xs, ys, weights, size):
    n = len(weights)
    size = min(size, n)

    def loop(params, xs, ys, weights):
        def total(params, places):
            inside = jnp.where(places < n, places, n - 1)
            w = jnp.where(places < n, weights[inside], 0)
            return w @ jax.vmap(loss, in_axes=(None, 0, 0))(params, xs[inside], ys[inside])

        def body(k, sums):
            return jax.tree.map(jnp.add, sums, jax.value_and_grad(total)(params, jnp.arange(size) + k * size))

        zeros = jax.tree.map(jnp.zeros_like, (weights[0], params))
        sums = jax.lax.fori_loop(0, -(-n // size), body, zeros)
        return jax.tree.map(lambda a: a / weights.sum(), sums)

    @jax.custom_vjp
    def mean(params, xs, ys, weights):
        return loop(params, xs, ys, weights)[0]

    mean.defvjp(loop, lambda slopes, g: (jax.tree.map(lambda slope: g * slope, slopes), None, None, None))
    return jax.value_and_grad(mean)(params, xs, ys, weights)
