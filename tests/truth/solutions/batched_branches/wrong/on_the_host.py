"""NumPy, by a callback.
Class: host
Why: "Host callbacks … are not allowed".
"""

import jax
import jax.numpy as jnp


import numpy as np


def advance(rule, weights, kinds, running, states):
    own = weights[jnp.clip(kinds, 0, weights.shape[0] - 1)]
    on = running[:, None]

    def host(own, running, states):
        out = np.array(states)
        for i in np.flatnonzero(running):
            out[i] = np.asarray(rule(jnp.asarray(own[i]), jnp.asarray(states[i])))
        return out

    shape = jax.ShapeDtypeStruct(states.shape, states.dtype)
    return jax.pure_callback(host, shape, own, running, states)
