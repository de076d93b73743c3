def distances(metric, xs, ys):
    return metric(xs[:, None, :], ys[None, :, :])
