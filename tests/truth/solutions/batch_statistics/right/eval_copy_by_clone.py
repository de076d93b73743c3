from flax import nnx


@nnx.jit
def forward(m, x):
    return m(x)


def calibrate(model, batches, x):
    for b in batches:
        forward(model, b)
    frozen = nnx.clone(model)
    frozen.eval()
    return forward(frozen, x)
