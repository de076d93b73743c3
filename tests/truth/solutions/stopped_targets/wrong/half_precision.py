"""All is computed in 16 bits.
Class: dtype
Why: "equal up to rounding: at most 64 float32 epsilons of the largest number".
"""

import jax
import jax.numpy as jnp


def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    logits, values = logits.astype(jnp.bfloat16).astype(jnp.float32), values.astype(jnp.bfloat16).astype(jnp.float32)
    log_probs = jax.nn.log_softmax(logits)[jnp.arange(len(actions)), actions]
    weights = jax.lax.stop_gradient(jnp.minimum(1, jnp.exp(log_probs - behaviour)))
    targets = jax.lax.stop_gradient(rewards + discounts * jnp.append(values[1:], last))
    errors = targets - values
    advantages = jax.lax.stop_gradient(errors)
    critic = (weights * errors**2).mean()
    actor = -(weights * advantages * log_probs).mean()
    return critic / 2 + actor
