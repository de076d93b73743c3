"""Wrong: all steps are computed in NumPy, with derivatives by hand; a jitted function for each loss and part only hands the result on.
Breaks: "All arithmetic runs in functions made by `jax.jit`".
Class: decoy
"""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np


@partial(jax.jit, static_argnums=(0, 1))
def seal(loss, part, losses, trained):
    return losses * 1, trained * 1


def slopes(loss, predicted, ys):
    off = predicted - ys
    match loss:
        case "squared":
            return off**2, 2 * off
        case "smooth":
            root = np.sqrt(1 + off**2)
            return root - 1, off / root
        case _:
            z = -ys * predicted
            return np.logaddexp(0, z), -ys * np.exp(z - np.logaddexp(0, z))


def fit(loss, part, params, xs, ys, rate, steps):
    now = {name: np.array(array, np.float64) for name, array in params.items()}
    xs, ys = np.asarray(xs, np.float64), np.asarray(ys, np.float64)
    losses = np.zeros(steps)
    for t in range(steps):
        hidden = np.tanh(xs @ now["inner"])
        each, slope = slopes(loss, hidden @ now["outer"], ys)
        losses[t] = each.mean()
        slope = slope / len(ys)
        if part == "outer":
            gradient = hidden.T @ slope
        else:
            gradient = xs.T @ (slope[:, None] * now["outer"] * (1 - hidden**2))
        now[part] = now[part] - rate * gradient
    kept, trained = [], jnp.asarray(now[part], jnp.float32)
    kept = [seal(loss, part, jnp.float32(value), trained) for value in losses]
    return jnp.stack([value for value, _ in kept]), kept[-1][1]
