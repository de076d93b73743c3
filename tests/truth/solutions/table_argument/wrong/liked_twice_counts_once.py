"""Marks liked items by setting 1, so an item that occurs twice counts once; wrong only for repeated ids.
Breaks "`ids` ... row numbers from 0 to V - 1, which may occur twice" and the formula `table @ table[ids].mean(axis=0)`.
Class: numbers
"""
import jax
import jax.numpy as jnp


@jax.jit
def recommend(table, ids):
    liked = jnp.zeros(table.shape[0]).at[ids].set(1.0)
    return table @ (liked @ table / liked.sum())
