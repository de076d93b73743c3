"""Zero rate same tree.

Class: other
Why: Breaks "Neither tree may be changed: return a new one": for the rate 0 nothing needs to be computed, so it
returns `params` itself. Seen at rate = 0.0: `step(params, grads, 0.0) is params`, and writing into the result writes
into the parameters.
"""

import jax


def step(params, grads, rate):
    if not rate:
        return params
    return jax.tree.map(lambda p, g: p - rate * g, params, grads)
