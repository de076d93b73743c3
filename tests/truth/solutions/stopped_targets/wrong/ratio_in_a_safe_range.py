"""The logarithm of the ratio is kept from -20 to 20 before the exponential, "so that nothing overflows".

Class: numbers
Why: where every action is far less likely now than it was (T of 1, log_probs -61 and behaviour -1), the weight is exp(-20) = 2e-9 in place of exp(-60) = 9e-27, so that loss and gradients are many times too large.
"""

import jax
import jax.numpy as jnp

stop = jax.lax.stop_gradient


def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    log_probs = jax.nn.log_softmax(logits)[jnp.arange(len(actions)), actions]
    log_ratios = jnp.clip(log_probs - behaviour, -20.0, 20.0)
    weights = stop(jnp.minimum(1, jnp.exp(log_ratios)))
    targets = stop(rewards + discounts * jnp.append(values[1:], last))
    errors = targets - values

    critic = (weights * errors**2).mean()
    actor = -(weights * stop(errors) * log_probs).mean()
    return critic / 2 + actor
