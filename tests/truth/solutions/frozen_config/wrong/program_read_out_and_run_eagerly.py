"""Wrong: the jitted function is traced with the right counts, but its program is read out and evaluated operation by operation.
Breaks: "All of it, the cut by the stride included, is computed in a function made by `jax.jit`".
Class: decoy
"""

from functools import partial

import jax
import jax.numpy as jnp
from jax.extend.core import jaxpr_as_fun


FUNCTIONS = {
    "tanh": jnp.tanh,
    "relu": lambda x: jnp.maximum(x, 0),
    "flip": lambda x: -x,
    "shift": lambda x: x + 1,
}

PROGRAMS = {}


def plain(signal, before, after, *, stages, stride):
    x = before * signal
    for name, times in stages:
        for _ in range(times):
            x = FUNCTIONS[name](x)
    return after * x[::stride]


@partial(jax.jit, static_argnames=("stages", "stride"))
def run(signal, before, after, *, stages, stride):
    shapes = [jax.ShapeDtypeStruct(each.shape, each.dtype) for each in (signal, before, after)]
    program = jax.make_jaxpr(partial(plain, stages=stages, stride=stride))(*shapes)
    PROGRAMS[signal.shape, stages, stride] = program
    return jaxpr_as_fun(program)(signal, before, after)


def respond(signal, config):
    stages, stride = tuple(map(tuple, config["stages"])), config["stride"]
    before, after = (jnp.float32(config["gains"][end]) for end in ("in", "out"))
    run(signal, before, after, stages=stages, stride=stride)
    (result,) = jaxpr_as_fun(PROGRAMS[signal.shape, stages, stride])(signal, before, after)
    return result
