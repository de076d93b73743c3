"""Computes the log-softmax itself, with its normaliser cut, as one does with the largest logit.

Class: numbers
Why: For every input the derivative with respect to the logits that weren't chosen is 0, and the one of the chosen lacks the factor 1 - p.
"""

import jax
import jax.numpy as jnp

stop = jax.lax.stop_gradient


def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    normaliser = stop(jax.nn.logsumexp(logits, axis=1))
    log_probs = logits[jnp.arange(len(actions)), actions] - normaliser
    weights = stop(jnp.minimum(1, jnp.exp(log_probs - behaviour)))
    targets = stop(rewards + discounts * jnp.append(values[1:], last))
    errors = targets - values
    critic = (weights * errors**2).mean()
    actor = -(weights * stop(errors) * log_probs).mean()
    return critic / 2 + actor
