"""jax.lax.reduce_window with a stride adds up the frames, so nothing is reshaped and the rest falls off by itself."""
import jax
import jax.numpy as jnp
import numpy as np


def loudness(samples, frame):
    # The squared window, again and again along the recording. All of it is known.
    phase = (np.arange(samples.size) % frame + 0.5) / frame
    weights = (np.sin(np.pi * phase) ** 2 / frame).astype(np.float32)
    power = jax.lax.reduce_window(
        samples * samples * weights, np.float32(0), jax.lax.add, (frame,), (frame,), "VALID"
    )
    levels = jnp.sqrt(power)
    loudest = jnp.max(levels)
    heard = loudest > 0
    relative = jnp.maximum(levels / jnp.where(heard, loudest, 1), 0.001)
    return jnp.where(heard, relative, jnp.zeros_like(levels)), loudest
