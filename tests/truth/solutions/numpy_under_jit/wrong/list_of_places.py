"""The loudest level is added to 1, from which 1 is taken away: of a faint recording few digits are left.
Breaks: "equal up to rounding".
Class: numbers
"""

import jax.numpy as jnp
import numpy as np


def loudness(samples, frame):
    places = [[i * frame + k for k in range(frame)] for i in range(len(samples) // frame)]
    frames = samples[np.array(places)]
    window = np.array([np.sin(np.pi * (k + 0.5) / frame) for k in range(frame)])
    levels = jnp.sqrt(jnp.mean(jnp.square(frames * window), axis=1))
    loudest = jnp.max(levels)
    heard = (loudest > 0).astype(jnp.float32)
    return heard * jnp.maximum(levels / (loudest + 1 - heard), 0.001), loudest
