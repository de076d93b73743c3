"""All constants come from a function that stops everything that it is given."""

import jax
import jax.numpy as jnp


def what_was_learnt(*given):
    logits, values, last, actions, rewards, discounts, behaviour = map(jax.lax.stop_gradient, given)
    own = jax.nn.log_softmax(logits)[jnp.arange(len(actions)), actions]
    targets = rewards + discounts * jnp.append(values[1:], last)
    return targets, targets - values, jnp.minimum(1, jnp.exp(own - behaviour))


def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    targets, advantages, weights = what_was_learnt(logits, values, last, actions, rewards, discounts, behaviour)
    log_probs = jax.nn.log_softmax(logits)[jnp.arange(len(actions)), actions]
    critic = (weights * (targets - values) ** 2).mean()
    return critic / 2 - (weights * advantages * log_probs).mean()
