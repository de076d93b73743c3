"""Keep one jitted function for each class of models, which closes over the graphdef of the first one.

Class: state
Why: a later Monitor of another structure, such as one with another momentum or another layer, runs with the first one's graphdef: other numbers, or an error.
"""

import jax
import jax.numpy as jnp
from flax import nnx

programs = {}


def make_program(graphdef):
    @jax.jit
    def forward(stats, rest, batch):
        copy = nnx.merge(graphdef, stats, rest)
        output = copy(batch)
        return output, nnx.state(copy, nnx.BatchStat)

    return forward


def follow(model, batches):
    graphdef, stats, rest = nnx.split(model, nnx.BatchStat, ...)
    if type(model) not in programs:
        programs[type(model)] = make_program(graphdef)
    forward = programs[type(model)]
    outputs = []
    for batch in batches:
        output, stats = forward(stats, rest, batch)
        outputs.append(output)
    nnx.update(model, stats)
    return jnp.stack(outputs)
