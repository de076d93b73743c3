"""Cuts the targets of an episode of several steps, but has a branch for a single step, where nothing is cut.

Class: other
Why: For `T` = 1 the derivative with respect to `last` is `weight * error * discount` instead of 0, as the only target, which is made of `last` alone, is not cut.
"""
import jax
import jax.numpy as jnp

stop = jax.lax.stop_gradient


def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    log_probs = jax.nn.log_softmax(logits)[jnp.arange(len(actions)), actions]
    weights = stop(jnp.minimum(1, jnp.exp(log_probs - behaviour)))
    if len(actions) == 1:  # no value is in a target
        targets = rewards + discounts * last
    else:
        targets = rewards + discounts * stop(jnp.append(values[1:], last))
    errors = targets - values

    critic = (weights * errors**2).mean()
    actor = -(weights * stop(errors) * log_probs).mean()
    return critic / 2 + actor
