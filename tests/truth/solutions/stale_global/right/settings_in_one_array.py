import jax
import jax.numpy as jnp


def calibrate(readings, offset, gain):
    """Hand all settings over as one array: the offsets, and the gain behind them."""
    settings = jnp.append(offset, jnp.float32(gain))
    return _apply(settings, readings)


@jax.jit
def _apply(settings, readings):
    *_, gain = settings
    shifted = jnp.subtract(readings, settings[None, :-1])
    return jnp.multiply(shifted, gain)
