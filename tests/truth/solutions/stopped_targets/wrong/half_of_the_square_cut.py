"""The errors of the actor's term are cut, and so is one factor of the critic's square: the value is right, its slope halved.
Breaks "the derivative with respect to `values[t]` is `-weights[t] * errors[t] / T`".
Class: numbers
"""
import jax
import jax.numpy as jnp

stop = jax.lax.stop_gradient


def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    log_probs = jax.nn.log_softmax(logits)[jnp.arange(len(actions)), actions]
    weights = stop(jnp.minimum(1, jnp.exp(log_probs - behaviour)))
    targets = stop(rewards + discounts * jnp.append(values[1:], last))
    errors = targets - values
    advantages = stop(errors)

    critic = (weights * errors * advantages).mean()
    actor = -(weights * advantages * log_probs).mean()
    return critic / 2 + actor
