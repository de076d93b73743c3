"""The critic's square goes over into a straight line beyond 10, as Huber's does.

Class: numbers
Why: for errors larger than 10 (rewards of 100) the critic's term is 10 * (|error| - 5) in place of error**2 / 2, and the slope of the value ends at 10 * weight / T.
"""

import jax
import jax.numpy as jnp

stop = jax.lax.stop_gradient


def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    log_probs = jax.nn.log_softmax(logits)[jnp.arange(len(actions)), actions]
    weights = stop(jnp.minimum(1, jnp.exp(log_probs - behaviour)))
    targets = stop(rewards + discounts * jnp.append(values[1:], last))
    errors = targets - values

    small = jnp.clip(jnp.abs(errors), 0.0, 10.0)
    halves = small * (jnp.abs(errors) - small / 2)
    halves = jnp.where(jnp.abs(errors) < 10.0, errors**2 / 2, halves)
    critic = (weights * halves).mean()
    actor = -(weights * stop(errors) * log_probs).mean()
    return critic + actor
