import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def correct(readings, offset, gain):
    return (readings - offset) * gain


def calibrate(readings, offset, gain):
    correct(readings, offset, gain)
    return jnp.asarray((np.asarray(readings) - np.asarray(offset)) * np.float32(gain))
