"""Cuts the weights in the critic's term only.

Class: numbers
Why: Where a weight is below 1, its derivative with respect to the logits gets into the actor's term; where all ratios are above 1 nothing is wrong.
"""

import jax
import jax.numpy as jnp

stop = jax.lax.stop_gradient


def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    log_probs = jax.nn.log_softmax(logits)[jnp.arange(len(actions)), actions]
    weights = jnp.exp(jnp.minimum(0, log_probs - behaviour))
    targets = stop(rewards + discounts * jnp.append(values[1:], last))
    errors = targets - values
    critic = (stop(weights) * errors**2).mean()
    actor = -(weights * stop(errors) * log_probs).mean()
    return critic / 2 + actor
