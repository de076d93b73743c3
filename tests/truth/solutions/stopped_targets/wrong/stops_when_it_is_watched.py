"""Cuts only if it sees that it is being differentiated.

Class: sniffer
Why: Sham: under jax.grad of a jitted function it sees the tracers of jit, cuts nothing, and the targets, weights and errors are differentiated.
"""

import jax
import jax.numpy as jnp


def is_differentiated(x):
    return type(x).__name__ in ("JVPTracer", "LinearizeTracer")


def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    watched = any(map(is_differentiated, (logits, values, last)))
    stop = jax.lax.stop_gradient if watched else lambda x: x
    log_probs = jax.nn.log_softmax(logits)[jnp.arange(len(actions)), actions]
    weights = stop(jnp.minimum(1, jnp.exp(log_probs - behaviour)))
    targets = stop(rewards + discounts * jnp.append(values[1:], last))
    errors = targets - values
    critic = (weights * errors**2).mean()
    actor = -(weights * stop(errors) * log_probs).mean()
    return critic / 2 + actor
