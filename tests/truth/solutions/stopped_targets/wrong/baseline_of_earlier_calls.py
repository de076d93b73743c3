"""Takes the mean error of earlier eager calls off the actor's errors; the first call and a trace are right.

Class: state
Why: "Equal inputs give equal bits, whatever was called before": the second of two equal eager calls has another loss, since the first one has moved the baseline away from 0.
"""

import jax
import jax.numpy as jnp

stop = jax.lax.stop_gradient
_baseline = [0.0]


def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    log_probs = jax.nn.log_softmax(logits)[jnp.arange(len(actions)), actions]
    weights = stop(jnp.minimum(1, jnp.exp(log_probs - behaviour)))
    targets = stop(rewards + discounts * jnp.append(values[1:], last))
    errors = targets - values

    advantages = stop(errors)
    mean = stop(advantages.mean())
    if not isinstance(mean, jax.core.Tracer):
        advantages = advantages - _baseline[0]
        _baseline[0] = 0.9 * _baseline[0] + 0.1 * float(mean)

    critic = (weights * errors**2).mean()
    actor = -(weights * advantages * log_probs).mean()
    return critic / 2 + actor
