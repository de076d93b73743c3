"""The constants are right, but the log-softmax is written out without the largest logit.

Class: numbers
Why: "Any of the probabilities may be tiny, such as `exp(-200)`": for logits such as [200, 0] the exponential overflows and the loss is infinite, for [0, -200] and its like shifted below -104 it is the logarithm of 0.
"""

import jax
import jax.numpy as jnp

stop = jax.lax.stop_gradient


def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    normaliser = jnp.log(jnp.sum(jnp.exp(logits), axis=-1))
    log_probs = logits[jnp.arange(len(actions)), actions] - normaliser
    weights = stop(jnp.minimum(1, jnp.exp(log_probs - behaviour)))
    targets = stop(rewards + discounts * jnp.append(values[1:], last))
    errors = targets - values

    critic = (weights * errors**2).mean()
    actor = -(weights * stop(errors) * log_probs).mean()
    return critic / 2 + actor
