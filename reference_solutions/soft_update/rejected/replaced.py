def soft_update(target, online, tau, x):
    for layer, names in {"hidden": ("kernel", "bias"), "norm": ("scale", "bias"), "out": ("kernel", "bias")}.items():
        mine, theirs = getattr(target, layer), getattr(online, layer)
        for name in names:
            setattr(mine, name, (1 - tau) * getattr(mine, name)[...] + tau * getattr(theirs, name)[...])
    return target(x), online(x)
