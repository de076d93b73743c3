"""Finds the end by 31 doublings of all jumps, and shows a while loop that never runs.

Class: decoy
Why: breaches "use jax.lax.while_loop": all moves are made by unrolled steps of a fixed number, and the loop in the program has a condition that is never true (the numbers are right).
"""

import jax
import jax.numpy as jnp

NEVER = jnp.iinfo(jnp.int32).max + 1  # 2**31: more than any energy


def walk(jumps, start, energy):
    n = jumps.size
    never = jnp.uint32(NEVER)
    tiles = jnp.arange(n, dtype=jnp.int32)
    cost = jnp.where(jumps > 0, jumps, -2 * jumps).astype(jnp.uint32)
    target = tiles + jumps
    stays = (jumps != 0) & (target >= 0) & (target < n)
    price = jnp.where(stays, cost, never)
    target = jnp.where(stays, target, tiles)

    levels = []
    for _ in range(31):
        levels.append((target, price))
        more = price[target]
        price = jnp.where(more > never - price, never, price + more)
        target = target[target]

    inside = (start >= 0) & (start < n)
    at = jnp.clip(start, 0, n - 1)
    moves = jnp.int32(0)
    left = energy.astype(jnp.uint32)
    for k in reversed(range(31)):
        target, price = levels[k]
        take = price[at] <= left
        left = jnp.where(take, left - price[at], left)
        moves = jnp.where(take, moves + 2**k, moves)
        at = jnp.where(take, target[at], at)

    # One more, if it leaves the board.
    leaves = (jumps[at] != 0) & (cost[at] <= left)
    left = jnp.where(leaves, left - cost[at], left).astype(jnp.int32)
    moves = jnp.where(leaves, moves + 1, moves)
    at = jnp.where(leaves, at + jumps[at], at)

    result = (
        jnp.where(inside, at, start),
        jnp.where(inside, moves, 0),
        jnp.where(inside, left, energy),
    )

    def goes_on(state):
        return state[1] < 0

    def step(state):
        position, moves, energy = state
        jump = jumps[position]
        return position + jump, moves + 1, energy - jnp.where(jump > 0, jump, -2 * jump)

    return jax.lax.while_loop(goes_on, step, result)
