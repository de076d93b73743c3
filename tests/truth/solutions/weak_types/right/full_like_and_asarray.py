import jax
import jax.numpy as jnp


@jax.jit
def _blend(a, r, t):
    return a + t * (r - a)


def blend(average, reading, rate):
    f32 = jnp.float32
    average = jnp.broadcast_to(jnp.asarray(average, f32), reading.shape)
    return _blend(average.astype(f32), reading, jnp.asarray(rate).astype(f32))
