"""The statistics are new variables, not those of the model.
Class: state
Why: "The model has the same structure after the call"
"""

from flax import nnx


@nnx.jit
def forward(model, x):
    return model(x)


def calibrate(model, batches, x):
    for batch in batches:
        forward(model, batch)
    model.eval()
    out = forward(model, x)
    model.train()
    for _, m in nnx.iter_graph(model):
        if isinstance(m, nnx.BatchNorm):
            m.mean = nnx.Param(m.mean[...])
    return out
