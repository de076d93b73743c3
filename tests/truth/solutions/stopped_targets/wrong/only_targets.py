"""Only the targets are constants.
Class: custom_rule
Why: "the **weights**, in both terms: they only say how much a step counts".
"""

import jax
import jax.numpy as jnp


def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    log_probs = jax.nn.log_softmax(logits)[jnp.arange(len(actions)), actions]
    weights = jnp.minimum(1, jnp.exp(log_probs - behaviour))
    targets = jax.lax.stop_gradient(rewards + discounts * jnp.append(values[1:], last))
    errors = targets - values
    advantages = errors
    critic = (weights * errors**2).mean()
    actor = -(weights * advantages * log_probs).mean()
    return critic / 2 + actor
