"""Keeps a compiled program for each name of a score and each size.

Class: state
Why: a second score of the same name (two lambdas, or two functions called `score`) gets the scores of the first.
"""

import jax

PROGRAMS = {}


def score_all(score, queries, table, size):
    key = getattr(score, "__name__", "score"), size
    if key not in PROGRAMS:

        @jax.jit
        def program(queries, table):
            chunk = min(size, len(queries))
            return jax.lax.map(lambda query: score(query, table), queries, batch_size=chunk)

        PROGRAMS[key] = program
    return PROGRAMS[key](queries, table)
