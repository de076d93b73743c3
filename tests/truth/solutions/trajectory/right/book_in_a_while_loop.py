"""Writes the states into a book, row after row, in a while loop that reads the last state from the book."""
import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    count = inputs.shape[0]
    book = jnp.zeros((count + 1, *start.shape), start.dtype).at[0].set(start)

    def is_unfinished(carry):
        return carry[0] < count

    def write(carry):
        t, book = carry
        return t + 1, book.at[t + 1].set(step(book[t], inputs[t]))

    return jax.lax.while_loop(is_unfinished, write, (jnp.int32(0), book))[1]
