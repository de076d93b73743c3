"""All that is learnt from is put into one NamedTuple, and stop_gradient cuts the whole tree at once."""
from typing import NamedTuple

import jax
import jax.numpy as jnp


class Lessons(NamedTuple):
    targets: jax.Array  # float32[T]
    weights: jax.Array  # float32[T]
    advantages: jax.Array  # float32[T]


def learn(log_probs, values, last, rewards, discounts, behaviour) -> Lessons:
    targets = rewards + discounts * jnp.concatenate([values[1:], last[None]])
    return Lessons(
        targets=targets,
        weights=jnp.minimum(1, jnp.exp(log_probs - behaviour)),
        advantages=targets - values,
    )


def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    log_probs = jax.nn.log_softmax(logits)[jnp.arange(len(actions)), actions]
    lessons = jax.lax.stop_gradient(learn(log_probs, values, last, rewards, discounts, behaviour))
    critic = (lessons.weights * (lessons.targets - values) ** 2).mean()
    actor = -(lessons.weights * lessons.advantages * log_probs).mean()
    return critic / 2 + actor
