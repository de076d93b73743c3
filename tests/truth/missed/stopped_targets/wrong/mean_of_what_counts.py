"""Mean of what counts.

Class: numbers
Why: "`critic = (weights * errors**2).mean()`" and a derivative of "`-weights[t] * errors[t] / T`": steps with a
weight of 0 are left out of the mean, since they don't count. Seen with a log_prob of -200 and a behaviour of -1: the
weight underflows to 0, and the mean divides by T - 1.
"""

import jax
import jax.numpy as jnp

stop = jax.lax.stop_gradient


def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    log_probs = jax.nn.log_softmax(logits)[jnp.arange(len(actions)), actions]
    weights = stop(jnp.exp(jnp.minimum(0, log_probs - behaviour)))
    steps = jnp.maximum(jnp.count_nonzero(weights), 1).astype(jnp.float32)
    targets = stop(rewards + discounts * jnp.append(values[1:], last))
    errors = targets - values
    critic = (weights * errors**2).sum() / steps
    actor = -(weights * stop(errors) * log_probs).sum() / steps
    return critic / 2 + actor
