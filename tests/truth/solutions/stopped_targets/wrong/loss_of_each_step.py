"""No mean.
Class: structure
Why: "The result is a `jax.Array` of dtype float32 and shape `()`".
"""

import jax
import jax.numpy as jnp


def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    log_probs = jax.nn.log_softmax(logits)[jnp.arange(len(actions)), actions]
    weights = jax.lax.stop_gradient(jnp.minimum(1, jnp.exp(log_probs - behaviour)))
    targets = jax.lax.stop_gradient(rewards + discounts * jnp.append(values[1:], last))
    errors = targets - values
    advantages = jax.lax.stop_gradient(errors)
    critic = weights * errors**2
    actor = -(weights * advantages * log_probs)
    return critic / 2 + actor
