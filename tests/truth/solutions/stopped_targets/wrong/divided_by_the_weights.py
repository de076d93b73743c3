"""Weighted means: both terms are divided by the sum of the weights in place of T; right where all weights are 1.
Breaks "critic = (weights * errors**2).mean()".
Class: numbers
"""
import jax
import jax.numpy as jnp

stop = jax.lax.stop_gradient


def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    log_probs = jax.nn.log_softmax(logits)[jnp.arange(len(actions)), actions]
    weights = stop(jnp.minimum(1, jnp.exp(log_probs - behaviour)))
    errors = stop(rewards + discounts * jnp.append(values[1:], last)) - values

    critic = jnp.average(errors**2, weights=weights)
    actor = -jnp.average(stop(errors) * log_probs, weights=weights)
    return critic / 2 + actor
