"""Copies of the inputs that are constants; all that is learnt from is computed from these."""

import jax
import jax.numpy as jnp
from jax.lax import stop_gradient


def pick(logits, actions):
    return jax.vmap(jnp.take)(jax.nn.log_softmax(logits), actions)


def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    fixed_logits, fixed_values, fixed_last = stop_gradient((logits, values, last))
    targets = rewards + discounts * jnp.append(fixed_values[1:], fixed_last)
    weights = jnp.exp(jnp.minimum(0, pick(fixed_logits, actions) - behaviour))
    advantages = targets - fixed_values
    critic = (weights * (targets - values) ** 2).mean()
    return critic / 2 - (weights * advantages * pick(logits, actions)).mean()
