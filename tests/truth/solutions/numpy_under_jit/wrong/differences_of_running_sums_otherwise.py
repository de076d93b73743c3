"""Gets the power of each frame as a difference of two running sums of squares.

Class: numbers
Why: After loud frames the digits of a quiet one are lost in the running sum: 100 frames of ones and then one of 0.002 give a level that is off by far more than 64 epsilons, often 0.001 instead of 0.002.
"""

import jax.numpy as jnp
import numpy as np


def loudness(samples, frame):
    count = samples.size // frame
    window = np.tile(np.sin(np.pi * (np.arange(frame) + 0.5) / frame), count)
    running = jnp.cumsum(jnp.square(samples[: count * frame] * window))
    ends = running[frame - 1 :: frame]
    powers = jnp.concatenate([ends[:1], ends[1:] - ends[:-1]]) / frame
    levels = jnp.sqrt(jnp.maximum(powers, 0))
    loudest = levels.max()
    heard = loudest > 0
    scaled = jnp.maximum(levels / jnp.where(heard, loudest, 1), 0.001)
    return jnp.where(heard, scaled, 0), loudest
