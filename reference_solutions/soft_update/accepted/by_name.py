def soft_update(target, online, tau, x):
    for layer, names in {"hidden": ("kernel", "bias"), "norm": ("scale", "bias"), "out": ("kernel", "bias")}.items():
        for name in names:
            param = getattr(getattr(target, layer), name)
            other = getattr(getattr(online, layer), name)
            param[...] = (1 - tau) * param[...] + tau * other[...]
    return target(x), online(x)
