"""All batches in one program, with the statistics as the carry."""

import jax
from flax import nnx


@jax.jit
def run(model, batches):
    graphdef, params, rest = nnx.split(model, nnx.Param, ...)

    def step(rest, batch):
        copy = nnx.merge(graphdef, params, rest)
        outputs = copy(batch)
        return nnx.state(copy, nnx.Not(nnx.Param)), outputs

    return jax.lax.scan(step, rest, batches)


def follow(model, batches):
    rest, outputs = run(model, batches)
    nnx.update(model, rest)
    return outputs
