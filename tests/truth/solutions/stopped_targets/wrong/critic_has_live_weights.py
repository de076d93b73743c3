"""Cuts the weights in the actor's term only.

Class: other
Why: Where a weight is less than 1, the critic's term has a derivative with respect to `logits`, though "the weights, in both terms" are constants; in the example all weights are 1, and nothing is seen.
"""
import jax
import jax.numpy as jnp

stop = jax.lax.stop_gradient


def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    log_probs = jax.nn.log_softmax(logits)[jnp.arange(len(actions)), actions]
    ratios = jnp.exp(log_probs - behaviour)
    weights = jnp.where(ratios < 1, ratios, 1.0)
    targets = stop(rewards + discounts * jnp.append(values[1:], last))
    errors = targets - values

    critic = (weights * errors**2).mean()
    actor = -(stop(weights * errors) * log_probs).mean()
    return critic / 2 + actor
