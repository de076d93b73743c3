"""NumPy makes the positions and the squares of the window; one product measures all frames."""

import jax.numpy as jnp
import numpy as np


def loudness(samples, frame):
    places = np.arange(len(samples) // frame)[:, None] * frame + np.arange(frame)
    weights = np.sin(np.pi * (np.arange(frame) + 0.5) / frame) ** 2 / frame
    power = jnp.einsum("fk,k->f", jnp.square(samples[places]), jnp.asarray(weights, jnp.float32))
    levels = jnp.sqrt(power)
    loudest = levels.max()
    scale = jnp.where(loudest > 0, 1 / jnp.where(loudest > 0, loudest, 1), 0)
    return jnp.maximum(levels * scale, 0.001 * (loudest > 0)), loudest
