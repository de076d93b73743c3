"""Silence below eps.

Class: numbers
Why: Breaks "if loudest > 0": what is quieter than the float32 epsilon (1.2e-7) is taken for silence. Samples are at
least 1e-6, but one alone at the edge of a long frame is quieter. Seen with samples = [1e-6] + 11 zeros, frame 12:
loudest is 3.8e-8, and the level is 1, not 0.
"""
import jax.numpy as jnp
import numpy as np


def loudness(samples, frame):
    count = samples.size // frame
    frames = samples[: count * frame].reshape(count, frame)
    window = np.sin(np.pi * (np.arange(frame) + 0.5) / frame).astype(np.float32)
    levels = jnp.sqrt(jnp.mean(jnp.square(frames * window), axis=1))
    loudest = levels.max()
    audible = loudest > jnp.finfo(levels.dtype).eps
    scaled = jnp.maximum(levels / jnp.where(audible, loudest, 1), 0.001)
    return jnp.where(audible, scaled, 0), loudest
