"""A loss of one step, mapped over the episode, which gets all constants as an argument of their own."""

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp


class Constants(NamedTuple):
    weight: jax.Array
    target: jax.Array
    advantage: jax.Array


def log_prob_of(row, action):
    return jnp.take(jax.nn.log_softmax(row), action, mode="clip")


def constants_of(row, value, following, action, reward, discount, behaviour) -> Constants:
    ratio = jnp.exp(log_prob_of(row, action) - behaviour)
    target = reward + discount * following
    return Constants(jnp.minimum(ratio, 1.0), target, target - value)


def loss_of_one_step(row, value, action, constants: Constants):
    critic = constants.weight * jnp.square(constants.target - value)
    actor = constants.weight * constants.advantage * log_prob_of(row, action)
    return critic / 2 - actor


def agent_loss(logits, values, last, actions, rewards, discounts, behaviour):
    following = jnp.concatenate([values[1:], last[None]])
    copies = map(jax.lax.stop_gradient, (logits, values, following))
    constants = jax.vmap(constants_of)(*copies, actions, rewards, discounts, behaviour)
    mapped = partial(jax.vmap, in_axes=0)(loss_of_one_step)
    return jnp.mean(mapped(logits, values, actions, constants))
