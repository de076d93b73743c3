"""Computes the constants from frozen copies of what the network said, and the two terms from the live ones."""

from typing import NamedTuple

import jax
import jax.numpy as jnp


class Network(NamedTuple):
    logits: jax.Array
    values: jax.Array
    last: jax.Array

    def log_probs(self, actions):
        every = jax.nn.log_softmax(self.logits, axis=1)
        return jnp.take_along_axis(every, actions[:, None], axis=1)[:, 0]


def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    live = Network(logits, values, last)
    frozen = jax.tree.map(jax.lax.stop_gradient, live)

    following = jnp.roll(frozen.values, -1).at[-1].set(frozen.last)
    targets = rewards + discounts * following
    weights = jnp.exp(jnp.minimum(0, frozen.log_probs(actions) - behaviour))
    advantages = targets - frozen.values

    critic = jnp.mean(weights * jnp.square(targets - live.values))
    actor = -jnp.mean(weights * advantages * live.log_probs(actions))
    return 0.5 * critic + actor
