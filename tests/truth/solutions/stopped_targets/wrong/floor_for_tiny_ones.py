"""Takes the logarithm of the softmax, kept away from zero by the smallest number.

Class: tame
Why: For an action of probability exp(-200) its logarithm comes out as -87.3, so that loss and weight are wrong and its derivative is 0.
"""

import jax
import jax.numpy as jnp

stop = jax.lax.stop_gradient


def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    probs = jax.nn.softmax(logits)[jnp.arange(len(actions)), actions]
    log_probs = jnp.log(jnp.maximum(probs, jnp.finfo(jnp.float32).tiny))
    weights = stop(jnp.minimum(1, jnp.exp(log_probs - behaviour)))
    targets = stop(rewards + discounts * jnp.append(values[1:], last))
    errors = targets - values
    critic = (weights * errors**2).mean()
    actor = -(weights * stop(errors) * log_probs).mean()
    return critic / 2 + actor
