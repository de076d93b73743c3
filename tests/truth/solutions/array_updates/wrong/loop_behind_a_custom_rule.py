"""Looks like an update with a derivative of its own, and goes through the deliveries by a `fori_loop` in there.

Class: custom_rule
Why: "none of JAX's loops (`jax.lax`)": the deliveries are added one by one by `jax.lax.fori_loop`, inside a function with a custom JVP rule.
"""

import jax
import jax.numpy as jnp


@jax.custom_jvp
def post(stock, shelves, amounts):
    if shelves.shape[0] == 0:
        return stock

    def one(i, level):
        return level.at[shelves[i]].add(amounts[i], mode="drop")

    return jax.lax.fori_loop(0, shelves.shape[0], one, stock)


@post.defjvp
def post_jvp(primals, tangents):
    stock, shelves, amounts = primals
    stock_dot, _, amounts_dot = tangents
    return post(stock, shelves, amounts), stock_dot.at[shelves].add(amounts_dot, mode="drop")


def deliver(stock, shelves, amounts):
    new = post(jnp.asarray(stock, jnp.float32), shelves, amounts)
    seen = new.at[shelves].get(mode="fill", fill_value=-1.0)
    nearest = new.at[shelves].get(mode="clip")
    return new, seen, nearest
