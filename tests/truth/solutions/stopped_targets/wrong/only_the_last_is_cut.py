"""Only the last value is cut off.
Class: custom_rule
Why: "the **targets**: a value moves towards its target, and never the target towards the value".
"""

import jax
import jax.numpy as jnp


def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    log_probs = jax.nn.log_softmax(logits)[jnp.arange(len(actions)), actions]
    weights = jax.lax.stop_gradient(jnp.minimum(1, jnp.exp(log_probs - behaviour)))
    targets = rewards + discounts * jnp.append(values[1:], jax.lax.stop_gradient(last))
    errors = targets - values
    advantages = jax.lax.stop_gradient(errors)
    critic = (weights * errors**2).mean()
    actor = -(weights * advantages * log_probs).mean()
    return critic / 2 + actor
