def soft_update(target, online, tau, x):
    for name in ("hidden", "out"):
        param = getattr(target, name).kernel
        param[...] = (1 - tau) * param[...] + tau * getattr(online, name).kernel[...]
    return target(x), online(x)
