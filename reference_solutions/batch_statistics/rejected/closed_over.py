from flax import nnx


def calibrate(model, batches, x):
    forward = nnx.jit(lambda x: model(x))
    for batch in batches:
        forward(batch)
    model.eval()
    outputs = forward(x)
    model.train()
    return outputs
