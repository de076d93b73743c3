"""A callback returns the advantages, without a derivative.
Class: host
Why: "Host callbacks (`jax.pure_callback` and its relatives, which call back into Python) are not allowed".
"""

import jax
import jax.numpy as jnp


def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    log_probs = jax.nn.log_softmax(logits)[jnp.arange(len(actions)), actions]
    weights = jax.lax.stop_gradient(jnp.minimum(1, jnp.exp(log_probs - behaviour)))
    targets = jax.lax.stop_gradient(rewards + discounts * jnp.append(values[1:], last))
    errors = targets - values
    advantages = jax.pure_callback(
        lambda x: x, jax.ShapeDtypeStruct(errors.shape, errors.dtype), jax.lax.stop_gradient(errors)
    )
    critic = (weights * errors**2).mean()
    actor = -(weights * advantages * log_probs).mean()
    return critic / 2 + actor
