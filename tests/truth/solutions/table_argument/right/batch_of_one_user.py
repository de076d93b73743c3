"""The program serves a batch of users (vmap over ids, the table shared); this file hands over a batch of one."""
import functools

import jax
import jax.numpy as jnp


def for_one_user(table, ids):
    mean = jnp.mean(table[ids], axis=0)
    return jax.lax.dot_general(table, mean, (((1,), (0,)), ((), ())))


for_many_users = jax.jit(functools.partial(jax.vmap, in_axes=(None, 0))(for_one_user))


def recommend(table, ids):
    scores = for_many_users(table, ids.reshape(1, -1))
    return scores[0]
