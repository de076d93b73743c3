"""A function of one's own whose rule passes nothing back."""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def constant(x):
    return x


constant.defvjp(lambda x: (x, None), lambda _, g: (jnp.zeros_like(g),))


def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    log_probs = jax.nn.log_softmax(logits)[jnp.arange(len(actions)), actions]
    weights = constant(jnp.minimum(1, jnp.exp(log_probs - behaviour)))
    targets = constant(rewards + discounts * jnp.append(values[1:], last))
    errors = targets - values
    critic = (weights * errors**2).mean()
    return critic / 2 - (weights * constant(errors) * log_probs).mean()
