import jax.numpy as jnp


def deliver(stock, shelves, amounts):
    index = jnp.where(shelves < 0, shelves + stock.size, shelves)
    new = stock.at[index].add(amounts, mode="drop")
    return new, new.at[index].get(mode="fill", fill_value=-1), new.at[shelves].get(mode="clip")
