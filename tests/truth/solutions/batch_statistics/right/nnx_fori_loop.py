from flax import nnx


@nnx.jit
def warm(model, batches):
    def body(i, carry):
        model, batches = carry
        model(batches[i])
        return model, batches

    nnx.fori_loop(0, batches.shape[0], body, (model, batches))


@nnx.jit
def infer(model, x):
    return model(x)


def calibrate(model, batches, x):
    warm(model, batches)
    model.eval()
    out = infer(model, x)
    model.train()
    return out
