"""The first linear layer runs eagerly, the rest is compiled.
Class: half_eager
Why: "run a forward pass of the model in training mode, compiled".
"""

from flax import nnx


@nnx.jit
def upper_part(model, hidden):
    return model.out(nnx.tanh(model.norm(hidden)))


def calibrate(model, batches, x):
    for batch in batches:
        upper_part(model, model.hidden(batch))
    model.eval()
    out = upper_part(model, model.hidden(x))
    model.train()
    return out
