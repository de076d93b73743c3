"""A rule of its own gives the right slopes, but ignores the cotangent: the loss times 2, or in a sum, has the slopes of the loss.
Breaks "Its derivative is that of a loss in which these are constants".
Class: custom_rule
"""
import jax
import jax.numpy as jnp

stop = jax.lax.stop_gradient


def compute(logits, values, last, actions, rewards, discounts, behaviour):
    log_probs = jax.nn.log_softmax(logits)[jnp.arange(len(actions)), actions]
    weights = stop(jnp.minimum(1, jnp.exp(log_probs - behaviour)))
    errors = stop(rewards + discounts * jnp.append(values[1:], last)) - values
    critic = (weights * errors**2).mean()
    actor = -(weights * stop(errors) * log_probs).mean()
    return critic / 2 + actor


@jax.custom_vjp
def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    return compute(logits, values, last, actions, rewards, discounts, behaviour)


def forward(*args):
    return jax.value_and_grad(compute, argnums=(0, 1, 2))(*args)


def backward(slopes, _):
    return *slopes, None, None, None, None


agent_loss.defvjp(forward, backward)
