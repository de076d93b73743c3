"""Runs the loop in NumPy on plain arrays, and shows the associative scan to whoever traces it.

Class: host
Why: breaches "all of it has to run in a function made by jax.jit" and "nothing is computed in NumPy": a plain call's values come from a NumPy loop and only pass through a jitted function.
"""

import jax
import jax.numpy as jnp
import numpy as np


def combine(later, earlier):
    e2, r2, d2 = later
    e1, r1, d1 = earlier
    none = e2 == -jnp.inf
    through = jnp.where(none, -jnp.inf, r1 + d1 * jnp.where(none, 0.0, e2))
    return jnp.maximum(e1, through), r1 + d1 * r2, d1 * d2


@jax.jit
def _run(rewards, exits, discounts, last, known):
    e, r, d = jax.lax.associative_scan(combine, (exits, rewards, discounts), reverse=True)
    values = jnp.maximum(e, r + d * last)
    return values if known is None else jnp.where(jnp.isnan(known), values, known)


def best_values(rewards, exits, discounts, last):
    arrays = (rewards, exits, discounts, last)
    if any(isinstance(each, jax.core.Tracer) for each in arrays):
        return _run(*arrays, None)
    r, e, d, value = (np.asarray(each) for each in arrays)
    known = np.empty_like(r)
    for t in reversed(range(r.shape[0])):
        value = known[t] = np.maximum(e[t], r[t] + d[t] * value)
    return _run(*arrays, jnp.asarray(known))
