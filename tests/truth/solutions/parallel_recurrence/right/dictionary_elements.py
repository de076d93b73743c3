"""Uses dicts as the elements of the scan."""

import jax
from jax import lax


def after(first, second):
    return {
        "keep": first["keep"] * second["keep"],
        "add": second["keep"] * first["add"] + second["add"],
    }


def _recurrence(decay, drive):
    prefix = lax.associative_scan(after, {"keep": decay, "add": drive}, axis=0)
    return prefix["add"]


recurrence = jax.jit(_recurrence)
