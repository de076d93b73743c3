"""Finds the end by tables of 1, 2, 4, ... moves, unrolled in Python, next to a while loop that never makes a pass.

Class: decoy
Why: The walk runs outside of the loop, which is there for show, against "The loop must end with the walk, so use `jax.lax.while_loop`".
"""
import jax
import jax.numpy as jnp

LARGEST = 2147483647


def walk(jumps, start, energy):
    size = jumps.size
    start = jax.lax.while_loop(lambda at: at < -1000, lambda at: at + 1, start)

    goal = jnp.arange(size, dtype=jnp.int32) + jumps
    cost = jnp.where(jumps > 0, jumps, -2 * jumps)
    free = jumps != 0
    tables = [(goal, cost, free)]
    for _ in range(30):  # twice as many moves as the table before
        on_board = (goal >= 0) & (goal < size)
        at = jnp.clip(goal, 0, size - 1)
        both = free & on_board & free[at] & (cost <= LARGEST - cost[at])
        goal = jnp.where(both, goal[at], goal)
        cost = jnp.where(both, cost + cost[at], 0)
        free = both
        tables.append((goal, cost, free))

    position, moves = start, jnp.int32(0)
    for power in reversed(range(31)):
        goal, cost, free = tables[power]
        at = jnp.clip(position, 0, size - 1)
        goes = (position >= 0) & (position < size) & free[at] & (cost[at] <= energy)
        position = jnp.where(goes, goal[at], position)
        moves = moves + jnp.where(goes, 2**power, 0)
        energy = energy - jnp.where(goes, cost[at], 0)
    return position, moves, energy
