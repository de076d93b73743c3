import jax.numpy as jnp


def deliver(stock, shelves, amounts):
    new = stock.at[shelves].add(amounts, mode="drop")
    nearest = new[jnp.clip(shelves, 0, stock.size - 1)]
    return new, new.at[shelves].get(mode="fill", fill_value=-1), nearest
