"""The softmax from its definition, with a shift that is a constant."""

import jax
import jax.numpy as jnp


def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    shift = jax.lax.stop_gradient(logits.max(axis=1))
    total = jnp.log(jnp.exp(logits - shift[:, None]).sum(axis=1)) + shift
    log_probs = logits[jnp.arange(actions.size), actions] - total
    weights = jax.lax.stop_gradient(jnp.exp(jnp.minimum(log_probs - behaviour, 0)))
    targets = jax.lax.stop_gradient(rewards + discounts * jnp.append(values[1:], last))
    half_squares = weights * (targets - values) ** 2 / 2
    gains = jax.lax.stop_gradient(weights * (targets - values)) * log_probs
    return half_squares.mean() - gains.mean()
