"""`einsum` with the squared window."""

import jax
import jax.numpy as jnp


@jax.jit
def compare(levels):
    loudest = levels.max()
    return jax.lax.select(jnp.broadcast_to(loudest > 0, levels.shape), jnp.maximum(levels / loudest, 0.001), levels)


def loudness(samples, frame):
    count = samples.size // frame
    squares = samples[: count * frame].reshape(count, frame) ** 2
    weights = jnp.sin(jnp.pi * (jnp.arange(frame) + 0.5) / frame) ** 2
    levels = jnp.sqrt(jnp.einsum("ck,k->c", squares, weights, precision="highest") / frame)
    return compare(levels), levels.max()
