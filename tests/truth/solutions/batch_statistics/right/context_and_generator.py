import contextlib

from flax import nnx

forward = nnx.jit(lambda net, x: net(x))


@contextlib.contextmanager
def evaluating(net):
    net.eval()
    yield net
    net.train()


def calibrate(model, batches, x):
    for batch in batches:
        forward(net=model, x=batch)
    with evaluating(model) as net:
        return forward(net=net, x=x)
