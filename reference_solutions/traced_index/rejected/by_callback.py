import jax
import numpy as np

OPERATIONS = [
    lambda x, table: x + table,
    lambda x, table: table - x,
    lambda x, table: np.roll(x, 1),
    lambda x, table: np.minimum(x, table),
]


def run(tables, codes, picks, rounds, x):
    def follow(tables, codes, picks, rounds, x):
        tables, x = np.stack(tables), np.asarray(x)
        for _ in range(int(rounds)):
            for code, pick in zip(np.asarray(codes), np.asarray(picks)):
                x = OPERATIONS[code](x, tables[pick])
        return x

    return jax.pure_callback(follow, jax.ShapeDtypeStruct(x.shape, x.dtype), tables, codes, picks, rounds, x)
