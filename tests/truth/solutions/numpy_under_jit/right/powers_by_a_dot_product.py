"""Multiplies the squares by a table of squared windows, and uses truth values as numbers."""

import jax
import jax.numpy as jnp
import numpy as np


def loudness(samples, frame):
    count, _ = divmod(samples.size, frame)
    profile = np.sin(np.pi * (np.arange(frame) + 0.5) / frame) ** 2 / frame
    used = jax.lax.slice_in_dim(samples, 0, count * frame).reshape(count, frame)
    powers = jnp.dot(used * used, profile.astype(np.float32), precision="highest")
    levels = jnp.sqrt(powers)
    loudest = levels.max()
    heard = loudest > 0
    return jnp.maximum(levels / (loudest + ~heard), 0.001 * heard), loudest
