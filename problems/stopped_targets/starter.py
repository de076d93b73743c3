import jax
import jax.numpy as jnp


def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    # The value is right. But the gradient also moves the targets,
    # the weights, and what the actor believes about its actions.
    log_probs = jax.nn.log_softmax(logits)[jnp.arange(len(actions)), actions]
    weights = jnp.minimum(1, jnp.exp(log_probs - behaviour))
    targets = rewards + discounts * jnp.append(values[1:], last)
    errors = targets - values

    critic = (weights * errors**2).mean()
    actor = -(weights * errors * log_probs).mean()
    return critic / 2 + actor
