"""Differentiates with JAX only if somebody is tracing, and otherwise measures the slope in NumPy.

Class: sniffer
Why: A plain call runs `loss` 2 * D + 1 times, differentiates nothing and computes in NumPy, all of which the statement forbids.
"""

import jax
import jax.numpy as jnp
import numpy as np


def descend(loss, params, rate):
    if isinstance(params, jax.core.Tracer):
        value, slope = jax.value_and_grad(loss)(params)
        return value, params - rate * slope
    place = np.asarray(params)
    slope = np.zeros(place.shape)
    for i in range(place.size):
        nudge = np.zeros_like(place)
        nudge[i] = 1e-2
        ahead = float(loss(jnp.asarray(place + nudge)))
        behind = float(loss(jnp.asarray(place - nudge)))
        slope[i] = (ahead - behind) / 2e-2
    return loss(params), jnp.asarray(place - rate * slope, jnp.float32)
