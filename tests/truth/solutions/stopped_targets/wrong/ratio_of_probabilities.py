"""Divides the probabilities where the loss says to subtract their logarithms.

Class: numbers
Why: Where an action has the probability exp(-200) now and then, both are 0 in float32, and 0 / 0 makes the loss NaN.
"""

import jax
import jax.numpy as jnp

stop = jax.lax.stop_gradient


def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    log_probs = jax.nn.log_softmax(logits)[jnp.arange(len(actions)), actions]
    weights = stop(jnp.minimum(1, jnp.exp(log_probs) / jnp.exp(behaviour)))
    targets = stop(rewards + discounts * jnp.append(values[1:], last))
    errors = targets - values
    critic = (weights * errors**2).mean()
    actor = -(weights * stop(errors) * log_probs).mean()
    return critic / 2 + actor
