"""One step under `vmap`, with the next value as an argument of its own."""

import jax
import jax.numpy as jnp


def step_loss(logits, value, following, action, reward, discount, behaviour):
    log_prob = jax.nn.log_softmax(logits)[action]
    weight = jnp.minimum(1, jnp.exp(jax.lax.stop_gradient(log_prob) - behaviour))
    error = reward + discount * following - value
    return weight * (error**2 / 2 - jax.lax.stop_gradient(error) * log_prob)


def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    following = jax.lax.stop_gradient(jnp.concatenate([values[1:], last[None]]))
    losses = jax.vmap(step_loss)(logits, values, following, actions, rewards, discounts, behaviour)
    return losses.mean()
