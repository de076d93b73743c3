"""Only the counters of the random streams are the carry of a scan; the rest is an ordinary argument."""

import functools

import jax
from flax import nnx


@functools.partial(jax.jit, static_argnames=("graphdef", "structure", "samples"))
def run(counters, rest, x, *, graphdef, structure, samples):
    def one_pass(counters, _):
        model = nnx.merge(graphdef, jax.tree.unflatten(structure, counters), rest)
        outputs = model(x)
        return jax.tree.leaves(nnx.state(model, nnx.RngCount)), outputs

    return jax.lax.scan(one_pass, counters, None, length=samples)


def sample_outputs(model, x, samples):
    graphdef, counts, rest = nnx.split(model, nnx.RngCount, ...)
    counters, structure = jax.tree.flatten(counts)
    counters, outputs = run(counters, rest, x, graphdef=graphdef, structure=structure, samples=samples)
    nnx.update(model, jax.tree.unflatten(structure, counters))
    return outputs
