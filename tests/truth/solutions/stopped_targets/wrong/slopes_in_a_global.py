"""A rule of its own that leaves the slopes in a global variable, and not in what the rule keeps.

Class: custom_rule
Why: a loss that calls the function for two episodes, and is differentiated as a whole, gets the second episode's slopes for both of them.
"""

import jax
import jax.numpy as jnp

_slopes = {}


def _parts(logits, values, last, actions, rewards, discounts, behaviour):
    log_probs = jax.nn.log_softmax(logits)[jnp.arange(len(actions)), actions]
    weights = jnp.minimum(1, jnp.exp(log_probs - behaviour))
    errors = rewards + discounts * jnp.append(values[1:], last) - values
    loss = (weights * errors**2).mean() / 2 - (weights * errors * log_probs).mean()
    return loss, weights * errors / len(actions)


@jax.custom_vjp
def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    return _parts(logits, values, last, actions, rewards, discounts, behaviour)[0]


def _forward(logits, values, last, actions, rewards, discounts, behaviour):
    loss, slopes = _parts(logits, values, last, actions, rewards, discounts, behaviour)
    chosen = jax.nn.one_hot(actions, logits.shape[1])
    _slopes["logits"] = slopes[:, None] * (jax.nn.softmax(logits) - chosen)
    _slopes["values"] = -slopes
    return loss, None


def _backward(_, incoming):
    by_logits = incoming * _slopes["logits"]
    by_values = incoming * _slopes["values"]
    return by_logits, by_values, jnp.zeros_like(incoming), None, None, None, None


agent_loss.defvjp(_forward, _backward)
