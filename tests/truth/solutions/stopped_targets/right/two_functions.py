"""A loss for the critic and one for the actor, each with constants as arguments."""

import jax
import jax.numpy as jnp

constant = jax.lax.stop_gradient


def log_prob(logits, actions):
    return jnp.take_along_axis(jax.nn.log_softmax(logits, axis=-1), actions[:, None], axis=-1).squeeze(-1)


def critic_loss(values, targets, weights):
    return (weights * (targets - values) ** 2).mean() / 2


def actor_loss(logits, actions, advantages, weights):
    return -(weights * advantages * log_prob(logits, actions)).mean()


def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    targets = rewards + discounts * jnp.concatenate([values[1:], last.reshape(1)])
    weights = jnp.clip(jnp.exp(log_prob(logits, actions) - behaviour), max=1.0)
    targets, weights, advantages = constant((targets, weights, targets - values))
    return critic_loss(values, targets, weights) + actor_loss(logits, actions, advantages, weights)
