def soft_update(target, online, tau, x):
    for mine, theirs in ((target.hidden, online.hidden), (target.out, online.out)):
        mine.kernel[...] = (1 - tau) * mine.kernel[...] + tau * theirs.kernel[...]
        mine.bias[...] = (1 - tau) * mine.bias[...] + tau * theirs.bias[...]
    return target(x), online(x)
