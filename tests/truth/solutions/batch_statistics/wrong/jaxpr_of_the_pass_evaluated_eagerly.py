"""A jitted pass runs on a clone for show; model and outputs come from its jaxpr, evaluated operation by operation.
Breaks "All forward passes run in functions made by `nnx.jit` or `jax.jit`".
Class: decoy
"""

import jax
from flax import nnx
from jax.extend.core import jaxpr_as_fun


@nnx.jit
def forward(model, rows):
    return model(rows)


def replay(model, rows):
    graphdef, state = nnx.split(model)

    def pure(state, rows):
        merged = nnx.merge(graphdef, state)
        out = merged(rows)
        return nnx.state(merged), out

    program, shapes = jax.make_jaxpr(pure, return_shape=True)(state, rows)
    flat = jaxpr_as_fun(program)(*jax.tree.leaves((state, rows)))
    new, out = jax.tree.unflatten(jax.tree.structure(shapes), flat)
    nnx.update(model, new)
    return out


def calibrate(model, batches, x):
    show = nnx.clone(model)
    for batch in batches:
        forward(show, batch)
        replay(model, batch)
    show.eval()
    model.eval()
    forward(show, x)
    out = replay(model, x)
    model.train()
    return out
