"""`jnp.split` at a known place."""

import jax.numpy as jnp
import numpy as np


def loudness(samples, frame):
    count = samples.size // frame
    whole, _ = jnp.split(samples, [count * frame])
    frames = jnp.stack(jnp.split(whole.reshape(count, frame), frame, axis=1))[..., 0]
    window = np.sin(np.pi * (np.arange(frame) + 0.5) / frame)
    levels = jnp.sqrt(jnp.mean(jnp.square(frames.T * window), axis=1))
    loudest = jnp.amax(levels)
    ratio = jnp.nan_to_num(levels / loudest, nan=0.0)
    return jnp.where(loudest > 0, jnp.maximum(ratio, 0.001), ratio), loudest
