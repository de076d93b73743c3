def soft_update(target, online, tau, x):
    for t, o in ((target.hidden, online.hidden), (target.out, online.out)):
        kernel, bias = t.kernel, t.bias
        kernel = (1 - tau) * kernel + tau * o.kernel
        bias = (1 - tau) * bias + tau * o.bias
    return target(x), online(x)
