import jax
import jax.numpy as jnp


class Plant:
    def __init__(self, rule, weights):
        self.rule = rule
        self.weights = weights

    def choose(self, kinds):
        return self.weights[jnp.clip(kinds, 0, self.weights.shape[0] - 1)]

    def __call__(self, kinds, running, states):
        keep = jnp.logical_not(running)[:, None]
        moved = jax.vmap(self.rule)(self.choose(kinds), jnp.where(keep, 1.0, states))
        return jnp.where(keep, states, moved)


def advance(rule, weights, kinds, running, states):
    return Plant(rule, weights)(kinds, running, states)
