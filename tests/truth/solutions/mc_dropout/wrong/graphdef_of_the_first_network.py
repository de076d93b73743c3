"""Wrong: the program for a shape is kept together with the graphdef of the first network, so that a later one of the same widths is run with the first one's dropout rate.
Breaks: "Run it `samples` times on the model and `x`".
Class: numbers
"""

import jax
import jax.numpy as jnp
from flax import nnx

PROGRAMS = {}


def program_for(graphdef):
    @jax.jit
    def forward(state, x):
        model = nnx.merge(graphdef, state)
        y = model(x)
        return nnx.state(model), y

    return forward


def sample_outputs(model, x, samples):
    graphdef, state = nnx.split(model)
    key = x.shape, str(jax.tree.map(jnp.shape, nnx.to_pure_dict(nnx.state(model, nnx.Param))))
    if key not in PROGRAMS:
        PROGRAMS[key] = program_for(graphdef)
    outputs = []
    for _ in range(samples):
        state, y = PROGRAMS[key](state, x)
        outputs.append(y)
    nnx.update(model, state)
    return jnp.stack(outputs)
