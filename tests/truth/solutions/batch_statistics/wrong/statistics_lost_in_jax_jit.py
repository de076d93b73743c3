"""Compiles with jax.jit, which works on a copy: the statistics stay at 0 and 1.
Class: state
Why: "It moves the running statistics of `norm`".
"""

import jax


@jax.jit
def forward(model, x):
    return model(x)


def calibrate(model, batches, x):
    for batch in batches:
        forward(model, batch)
    model.eval()
    out = forward(model, x)
    model.train()
    return out
