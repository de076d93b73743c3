"""Carry nothing but the numbers of the counters through a scan under jax.jit, and put them back."""

import functools

import jax
from flax import nnx


@functools.partial(jax.jit, static_argnums=4)
def run_passes(graphdef, counters, rest, x, samples):
    numbers, tree = jax.tree.flatten(counters)

    def one_pass(numbers, _):
        copy = nnx.merge(graphdef, jax.tree.unflatten(tree, numbers), rest)
        output = copy(x)
        return jax.tree.leaves(nnx.state(copy, nnx.RngCount)), output

    numbers, outputs = jax.lax.scan(one_pass, numbers, None, length=samples)
    return jax.tree.unflatten(tree, numbers), outputs


def sample_outputs(model, x, samples):
    graphdef, counters, rest = nnx.split(model, nnx.RngCount, ...)
    counters, outputs = run_passes(graphdef, counters, rest, x, samples)
    nnx.update(model, counters)
    return outputs
