import jax
import jax.numpy as jnp


def advance(rule, weights, kinds, running, states):
    @jax.jit
    def run(weights, kinds, running, states):
        on = jnp.expand_dims(running, 1)
        own = weights[jnp.clip(kinds, 0, len(weights) - 1)]
        return jnp.where(on, jax.vmap(rule)(own, jnp.where(on, states, 1.0)), states)

    return run(weights, kinds, running, states)
