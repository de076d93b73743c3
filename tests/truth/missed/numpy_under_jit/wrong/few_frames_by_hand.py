"""Few frames by hand.

Class: other
Why: Breaks "It has as many operations for many frames as for few": up to four frames are measured one by one, in a
Python loop, and only more than that as rows of a matrix. Seen with frame 2 and 4, 6, 8 and 40 samples: four programs
of different sizes. The numbers are right.
"""
import math

import jax.numpy as jnp
import numpy as np


def measure(frames, window):
    return jnp.sqrt(jnp.mean(jnp.square(frames * window), axis=-1))


def loudness(samples, frame):
    count = samples.size // frame
    window = np.array([math.sin(math.pi * (k + 0.5) / frame) for k in range(frame)], np.float32)
    if count <= 4:
        levels = jnp.stack([measure(samples[k * frame : (k + 1) * frame], window) for k in range(count)])
    else:
        levels = measure(samples[: count * frame].reshape(count, frame), window)
    loudest = jnp.max(levels)
    divisor = jnp.where(loudest > 0, loudest, 1)
    floor = jnp.where(loudest > 0, 0.001, 0)
    return jnp.maximum(levels / divisor, floor), loudest
