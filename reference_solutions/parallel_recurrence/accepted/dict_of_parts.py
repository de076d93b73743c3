"""The elements are dicts, under jit."""

import jax


def after(first, second):
    return {"keep": first["keep"] * second["keep"], "add": first["add"] * second["keep"] + second["add"]}


@jax.jit
def recurrence(decay, drive):
    return jax.lax.associative_scan(after, {"keep": decay, "add": drive})["add"]
