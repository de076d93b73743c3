"""Right prediction; afterwards the variance is what it was before.
Class: state
Why: "The model's statistics go on from where they were"
"""

import jax
from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def calibrate(model, batches, x):
    before = {p: v[...] for p, v in nnx.to_flat_state(nnx.state(model, nnx.BatchStat)) if "var" in p}
    for batch in batches:
        forward(model, batch)
    model.eval()
    out = forward(model, x)
    model.train()
    for p, v in nnx.to_flat_state(
        nnx.variables(model, nnx.BatchStat) if hasattr(nnx, "variables") else nnx.state(model, nnx.BatchStat)
    ):
        if p in before:
            node = model
            for k in p[:-1]:
                node = getattr(node, k)
            getattr(node, p[-1])[...] = before[p]
    return out
