import jax
import numpy as np


def loudness(samples, frame):
    count = samples.size // frame

    def measure(samples):
        frames = samples[: count * frame].reshape(count, frame)
        window = np.sin(np.pi * (np.arange(frame) + 0.5) / frame)
        levels = np.sqrt(np.mean(np.square(frames * window), axis=1))
        loudest = levels.max()
        if loudest > 0:
            levels = np.maximum(levels / loudest, 0.001)
        return levels.astype(np.float32), np.float32(loudest)

    shapes = jax.ShapeDtypeStruct((count,), np.float32), jax.ShapeDtypeStruct((), np.float32)
    return jax.pure_callback(measure, shapes, samples)
