"""`jax.vjp`, pulled back from 1."""

import jax


def descend(loss, params, rate):
    value, pull = jax.vjp(loss, params)
    (slope,) = pull(jax.numpy.float32(1.0))
    return value, params + (-rate) * slope
