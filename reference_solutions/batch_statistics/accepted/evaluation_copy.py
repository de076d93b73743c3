from flax import nnx

forward = nnx.jit(lambda model, x: model(x))


def calibrate(model, batches, x):
    for batch in batches:
        forward(model, batch)
    copy = nnx.merge(*nnx.split(model))
    copy.eval()
    return forward(copy, x)
