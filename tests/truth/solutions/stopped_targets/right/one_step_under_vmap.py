"""Writes the loss of one step, with its constants as arguments, and maps it over the steps."""

from functools import partial

import jax
import jax.numpy as jnp
from jax.lax import stop_gradient as fixed


@partial(jax.vmap, in_axes=0)
def step_loss(logits, value, action, target, advantage, behaviour):
    log_prob = jax.nn.log_softmax(logits)[action]
    weight = fixed(jnp.minimum(1, jnp.exp(log_prob - behaviour)))
    return weight * ((target - value) ** 2 / 2 - advantage * log_prob)


def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    following = jnp.concatenate([values[1:], last[None]])
    targets = fixed(rewards + discounts * following)
    advantages = fixed(targets - values)
    return step_loss(logits, values, actions, targets, advantages, behaviour).mean()
