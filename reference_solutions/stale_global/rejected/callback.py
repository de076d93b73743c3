import jax
import numpy as np


def compute(readings, offset, gain):
    return ((readings - offset) * gain).astype(np.float32)


@jax.jit
def calibrate(readings, offset, gain):
    shape = jax.ShapeDtypeStruct(readings.shape, readings.dtype)
    return jax.pure_callback(compute, shape, readings, offset, gain)
