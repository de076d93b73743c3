"""The structure of a Net never changes, so it is split off once for each class and mode, and kept.

Class: state
Why: a second Net with another momentum (or epsilon) is run with the first one's, so its statistics and outputs are wrong.
"""

import functools

import jax
from flax import nnx

graphs = {}


@functools.partial(jax.jit, static_argnums=0)
def run(graph, state, x):
    model = nnx.merge(graph, state)
    out = model(x)
    return out, nnx.state(model, nnx.BatchStat)


def forward(model, mode, x):
    graph, state = nnx.split(model)
    graph = graphs.setdefault((type(model), mode), graph)
    out, statistics = run(graph, state, x)
    nnx.update(model, statistics)
    return out


def calibrate(model, batches, x):
    for batch in batches:
        forward(model, "train", batch)
    model.eval()
    out = forward(model, "eval", x)
    model.train()
    return out
