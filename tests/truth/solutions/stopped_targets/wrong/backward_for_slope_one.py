"""A custom_vjp that hands out the gradient that it computed on the way forward.

Class: custom_rule
Why: Sham: it forgets the incoming slope, so that the gradient of 3 * agent_loss(...), or under a vmap with weights, is that of agent_loss itself.
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    return forward(logits, values, last, actions, rewards, discounts, behaviour)[0]


def forward(logits, values, last, actions, rewards, discounts, behaviour):
    every = jax.nn.log_softmax(logits)
    log_probs = every[jnp.arange(len(actions)), actions]
    weights = jnp.minimum(1, jnp.exp(log_probs - behaviour))
    errors = rewards + discounts * jnp.append(values[1:], last) - values
    loss = (weights * errors**2).mean() / 2 - (weights * errors * log_probs).mean()
    by_values = -weights * errors / len(actions)
    by_logits = by_values[:, None] * (jax.nn.one_hot(actions, logits.shape[1]) - jnp.exp(every))
    return loss, (by_logits, by_values)


def backward(gradients, slope):
    by_logits, by_values = gradients
    return by_logits, by_values, jnp.zeros_like(slope), None, None, None, None


agent_loss.defvjp(forward, backward)
