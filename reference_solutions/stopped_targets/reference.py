"""The truth of `stopped_targets`: targets and weights are numbers, and so are the errors in the actor's term."""

import jax
import jax.numpy as jnp


def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    """Return the loss of critic and actor."""
    log_probs = jax.nn.log_softmax(logits)[jnp.arange(len(actions)), actions]
    weights = jnp.minimum(1, jnp.exp(jax.lax.stop_gradient(log_probs) - behaviour))
    following = jax.lax.stop_gradient(jnp.append(values[1:], last))
    errors = rewards + discounts * following - values
    critic = (weights * errors**2).mean()
    actor = -(weights * jax.lax.stop_gradient(errors) * log_probs).mean()
    return critic / 2 + actor
