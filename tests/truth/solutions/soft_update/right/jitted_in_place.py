from flax import nnx


@nnx.jit
def move(target, online, tau):
    for a, b in (
        (target.hidden.kernel, online.hidden.kernel),
        (target.hidden.bias, online.hidden.bias),
        (target.norm.scale, online.norm.scale),
        (target.norm.bias, online.norm.bias),
        (target.out.kernel, online.out.kernel),
        (target.out.bias, online.out.bias),
    ):
        if a[...] is not None:
            a[...] = (1 - tau) * a[...] + tau * b[...]


def soft_update(target, online, tau, x):
    move(target, online, tau)
    forward = nnx.jit(lambda m, x: m(x))
    return forward(target, x), forward(online, x)
