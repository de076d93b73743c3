"""Scans over the batches with nnx.scan and the model as carry, inside an nnx.jit."""

from flax import nnx


@nnx.jit
def collect(model, batches):
    @nnx.scan(in_axes=(nnx.Carry, 0), out_axes=nnx.Carry)
    def over_batches(model, batch):
        model(batch)
        return model

    over_batches(model, batches)


@nnx.jit
def predict(model, x):
    return model(x)


def calibrate(model, batches, x):
    collect(model, batches)
    model.eval()
    y = predict(model, x)
    model.train()
    return y
