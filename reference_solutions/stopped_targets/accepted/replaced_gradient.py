"""The value from the plain formula, and the gradient from another one, with a zero that has a derivative."""

import jax
import jax.numpy as jnp


def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    rows = jnp.arange(logits.shape[0])
    log_probs = logits[rows, actions] - jax.nn.logsumexp(logits, axis=1)
    weights = jnp.minimum(1, jnp.exp(log_probs - behaviour))
    errors = rewards + discounts * jnp.append(values[1:], last) - values
    value = (weights * errors * (errors / 2 - log_probs)).mean()

    pull = jax.lax.stop_gradient(weights * errors)
    learnt = -(pull * (values + log_probs)).mean()
    return jax.lax.stop_gradient(value) + (learnt - jax.lax.stop_gradient(learnt))
