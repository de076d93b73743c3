"""Gives the right loss, and the right derivative, but never both at once.

Class: custom_rule
Why: The forward rule returns 0 as the loss, so `jax.value_and_grad` gives a loss of 0, against "It returns the loss".
"""
import jax
import jax.numpy as jnp


def parts(logits, values, last, actions, rewards, discounts, behaviour):
    log_probs = jax.nn.log_softmax(logits)[jnp.arange(len(actions)), actions]
    weights = jnp.minimum(1, jnp.exp(log_probs - behaviour))
    errors = rewards + discounts * jnp.append(values[1:], last) - values
    return log_probs, weights, errors


@jax.custom_vjp
def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    log_probs, weights, errors = parts(logits, values, last, actions, rewards, discounts, behaviour)
    critic = (weights * errors**2).mean()
    actor = -(weights * errors * log_probs).mean()
    return critic / 2 + actor


def forward(*arguments):
    return jnp.zeros((), jnp.float32), arguments  # only the derivative is asked for


def backward(arguments, cotangent):
    logits, values, last, actions, *_ = arguments
    _, weights, errors = parts(*arguments)
    by_values = -cotangent * weights * errors / len(actions)
    chosen = jax.nn.one_hot(actions, logits.shape[1], dtype=logits.dtype)
    by_logits = by_values[:, None] * (chosen - jax.nn.softmax(logits))
    return by_logits, by_values, jnp.zeros_like(last), None, None, None, None


agent_loss.defvjp(forward, backward)
