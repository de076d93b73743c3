"""Lets plain Python do it, behind a callback that looks like a traced operation.

Class: host
Why: breaches "Host callbacks are not allowed": the lists are indexed on the host, where all numbers are known.
"""

import jax
import numpy as np

OPERATIONS = [
    lambda x, table: x + table,
    lambda x, table: table - x,
    lambda x, _: np.roll(x, 1),
    np.minimum,
]


def _recipe(tables, codes, picks, rounds, x):
    tables = [np.asarray(table) for table in tables]
    x = np.asarray(x)
    for _ in range(int(rounds)):
        for code, pick in zip(np.asarray(codes), np.asarray(picks), strict=True):
            x = OPERATIONS[code](x, tables[pick])
    return x


def run(tables, codes, picks, rounds, x):
    kind = jax.ShapeDtypeStruct(x.shape, x.dtype)
    outside = getattr(jax, "pure" + "_callback")
    return outside(_recipe, kind, tables, codes, picks, rounds, x)
