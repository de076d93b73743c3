"""A class that holds the constants."""

from typing import NamedTuple

import jax
import jax.numpy as jnp


class Lesson(NamedTuple):
    targets: jax.Array
    weights: jax.Array
    advantages: jax.Array

    def fixed(self):
        return jax.tree.map(jax.lax.stop_gradient, self)


def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    log_probs = jax.nn.log_softmax(logits)[jnp.arange(len(actions)), actions]
    targets = rewards + discounts * jnp.append(values[1:], last)
    weights = jnp.minimum(1, jnp.exp(log_probs - behaviour))
    lesson = Lesson(targets, weights, targets - values).fixed()
    critic = (lesson.weights * (lesson.targets - values) ** 2).mean()
    actor = -(lesson.weights * lesson.advantages * log_probs).mean()
    return critic / 2 + actor
