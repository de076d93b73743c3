import jax
import jax.numpy as jnp
import numpy as np


def advance(rule, weights, kinds, running, states):
    def host(weights, kinds, running, states):
        rows = [
            rule(jnp.asarray(weights[np.clip(kind, 0, len(weights) - 1)]), jnp.asarray(state)) if on else state
            for kind, on, state in zip(kinds, running, states)
        ]
        return np.stack([np.asarray(row, np.float32) for row in rows])

    shape = jax.ShapeDtypeStruct(states.shape, states.dtype)
    return jax.pure_callback(host, shape, weights, kinds, running, states)
