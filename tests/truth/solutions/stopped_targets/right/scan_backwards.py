"""A scan from the last step to the first, which carries the next value."""

import jax
import jax.numpy as jnp
from jax import lax


def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    log_probs = jax.nn.log_softmax(logits)

    def step(following, given):
        row, value, action, reward, discount, before = given
        log_prob = row[action]
        weight = lax.stop_gradient(lax.min(1.0, lax.exp(log_prob - before)))
        error = lax.stop_gradient(reward + discount * following) - value
        return value, weight * (error * error / 2 - lax.stop_gradient(error) * log_prob)

    given = (log_probs, values, actions, rewards, discounts, behaviour)
    _, losses = lax.scan(step, last, given, reverse=True)
    return losses.mean()
