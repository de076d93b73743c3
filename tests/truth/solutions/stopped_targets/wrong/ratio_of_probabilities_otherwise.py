"""Computes the weights as a quotient of probabilities.

Class: numbers
Why: If `behaviour` and the logarithm now are both -200, both probabilities underflow to 0 in float32, and the weight is NaN instead of 1.
"""
import jax
import jax.numpy as jnp

stop = jax.lax.stop_gradient


def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    steps = jnp.arange(len(actions))
    log_probs = jax.nn.log_softmax(logits)[steps, actions]
    probs = jax.nn.softmax(logits)[steps, actions]
    weights = stop(jnp.minimum(1, probs / jnp.exp(behaviour)))
    targets = stop(rewards + discounts * jnp.append(values[1:], last))
    errors = targets - values

    critic = (weights * errors**2).mean()
    actor = -(weights * stop(errors) * log_probs).mean()
    return critic / 2 + actor
