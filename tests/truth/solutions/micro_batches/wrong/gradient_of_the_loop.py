"""The loop is inside of grad, and keeps what each step made.

Class: flops
Why: "So there is no room for what all N examples make, for a gradient of each micro-batch, or for a gradient of each example."
"""

import jax
import jax.numpy as jnp


def accumulate(loss, params, xs, ys, weights, size):
    n = weights.shape[0]
    size = min(size, n)
    numbers = jnp.arange(0, n, size)
    shares = weights / weights.sum()

    def mean(params):
        def part(params, first):
            places = first + jnp.arange(size)
            examples = places % n
            losses = jax.vmap(loss, in_axes=(None, 0, 0))(params, xs[examples], ys[examples])
            return jnp.where(places < n, shares[examples], 0) @ losses

        return jax.lax.scan(lambda sum_, first: (sum_ + part(params, first), None), jnp.float32(0), numbers)[0]

    return jax.value_and_grad(mean)(params)
