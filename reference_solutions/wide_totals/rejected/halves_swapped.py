import jax


def add_counts(high, low, counts):
    def add_row(total, row):
        high, low = total
        sums = low + row
        return (high + (sums < low), sums), None

    high, low = jax.lax.scan(add_row, (high, low), counts)[0]
    return low, high
