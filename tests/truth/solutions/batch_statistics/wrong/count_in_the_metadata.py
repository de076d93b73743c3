"""Notes in the metadata of each statistic how many batches it comes from.

Class: structure
Why: breaches "The model has the same structure after the call": each BatchStat has a metadata entry more, which is a part of the graph definition.
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
    for _, node in nnx.iter_graph(model):
        if isinstance(node, nnx.BatchStat):
            node.batches = batches.shape[0]
    return out
