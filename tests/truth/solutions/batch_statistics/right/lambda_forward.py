from flax import nnx

forward = nnx.jit(lambda m, x: m(x))


def calibrate(model, batches, x):
    for i in range(batches.shape[0]):
        forward(model, batches[i])
    model.eval()
    out = forward(model, x)
    model.train()
    return out
