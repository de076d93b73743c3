"""The NumPy code as it was, called back from the compiled program.

Class: host
Why: It breaches "Host callbacks … are not allowed": jax.pure_callback computes everything in NumPy.
"""

import functools

import jax
import jax.numpy as jnp
import numpy as np


def in_numpy(samples, frame):
    samples = np.asarray(samples)
    count = len(samples) // frame
    frames = samples[: count * frame].reshape(count, frame)
    window = np.sin(np.pi * (np.arange(frame) + 0.5) / frame)
    levels = np.sqrt(np.mean(np.square(frames * window), axis=1))
    loudest = levels.max()
    if loudest > 0:
        levels = np.maximum(levels / loudest, 0.001)
    return np.float32(levels), np.float32(loudest)


@functools.partial(jax.jit, static_argnames="frame")
def loudness(samples, frame):
    shapes = (jax.ShapeDtypeStruct((samples.size // frame,), jnp.float32), jax.ShapeDtypeStruct((), jnp.float32))
    return jax.pure_callback(functools.partial(in_numpy, frame=frame), shapes, samples)
