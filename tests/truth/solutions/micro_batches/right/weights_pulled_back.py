"""jax.vjp of a micro-batch's losses; the weights are what is pulled back."""

import jax
import jax.numpy as jnp


def accumulate(loss, params, xs, ys, weights, size):
    count = len(xs)
    size = min(size, count)
    steps = (count - 1) // size + 1
    shares = jnp.pad(weights / jnp.sum(weights), (0, steps * size - count)).reshape(steps, size)
    places = jnp.clip(jnp.arange(steps * size), max=count - 1).reshape(steps, size)

    def step(sums, part):
        place, share = part
        mapped = jax.vmap(loss, in_axes=(None, 0, 0))
        losses, pull = jax.vjp(lambda params: mapped(params, xs[place], ys[place]), params)
        (slopes,) = pull(share)
        return jax.tree.map(jnp.add, sums, (share @ losses, slopes)), None

    zeros = (jnp.float32(0), jax.tree.map(jnp.zeros_like, params))
    return jax.lax.scan(step, zeros, (places, shares))[0]
