from flax import nnx


def calibrate(model, batches, x):
    for batch in batches:
        forward = nnx.jit(lambda model, x: model(x))
        forward(model, batch)
    model.eval()
    outputs = forward(model, x)
    model.train()
    return outputs
