import jax
import jax.numpy as jnp


def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    log_probs = jax.nn.log_softmax(logits)[jnp.arange(len(actions)), actions]
    weights = jax.lax.stop_gradient(jnp.minimum(1, jnp.exp(log_probs - behaviour)))
    targets = jax.lax.stop_gradient(rewards + discounts * jnp.append(values[1:], last))
    errors = targets - values

    critic = (weights * errors**2).mean()
    actor = -(weights * jax.lax.stop_gradient(errors) * log_probs).mean()
    return jax.lax.stop_gradient(critic / 2 + actor)
