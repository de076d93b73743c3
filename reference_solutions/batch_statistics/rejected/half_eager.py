from flax import nnx


@nnx.jit
def observe(model, batch):
    model(batch)


def calibrate(model, batches, x):
    for batch in batches:
        observe(model, batch)
    model.eval()
    outputs = model(x)
    model.train()
    return outputs
