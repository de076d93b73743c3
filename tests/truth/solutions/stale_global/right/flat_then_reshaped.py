import jax
import jax.numpy as jnp

per_number = jax.vmap(lambda r, o, g: (r - o) * g, in_axes=(0, 0, None))
compiled = jax.jit(per_number)


def calibrate(readings, offset, gain):
    n, d = readings.shape
    flat = compiled(readings.ravel(), jnp.tile(offset, n), gain)
    return flat.reshape(n, d)
