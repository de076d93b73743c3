import jax


def deliver(stock, shelves, amounts):
    new = stock
    if shelves.size:
        new = jax.lax.fori_loop(0, shelves.size, lambda i, s: s.at[shelves[i]].add(amounts[i], mode="drop"), stock)
    return new, new.at[shelves].get(mode="fill", fill_value=-1), new.at[shelves].get(mode="clip")
