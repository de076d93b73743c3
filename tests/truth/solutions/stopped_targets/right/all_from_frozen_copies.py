"""Freezes copies of everything at the top, and lets only the two live arrays into the last lines."""
import jax
import jax.numpy as jnp


def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    everything = jax.nn.log_softmax(logits, axis=-1)
    live = {"log_probs": jnp.take_along_axis(everything, actions[:, None], axis=-1)[:, 0], "values": values}
    still, end = jax.lax.stop_gradient((live, last))

    weights = jnp.exp(jnp.minimum(still["log_probs"] - behaviour, 0.0))
    following = jnp.concatenate([still["values"], end[None]])[1:]
    targets = rewards + discounts * following
    advantages = targets - still["values"]

    critic = jnp.mean(weights * jnp.square(targets - live["values"]))
    actor = jnp.mean(weights * advantages * live["log_probs"])
    return 0.5 * critic - actor
