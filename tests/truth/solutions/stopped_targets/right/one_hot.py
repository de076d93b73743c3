import jax
import jax.numpy as jnp


def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    chosen = jax.nn.one_hot(actions, logits.shape[-1])
    log_probs = jnp.sum(chosen * jax.nn.log_softmax(logits), axis=-1)
    ratio = jnp.exp(jax.lax.stop_gradient(log_probs) - behaviour)
    weights = jnp.where(ratio < 1, ratio, 1.0)
    bootstrap = jax.lax.stop_gradient(jnp.roll(values, -1).at[-1].set(last))
    errors = rewards + discounts * bootstrap - values
    critic = jnp.mean(weights * jnp.square(errors))
    actor = jnp.mean(weights * jax.lax.stop_gradient(errors) * log_probs)
    return 0.5 * critic - actor
