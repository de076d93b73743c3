def losses(loss, weights, xs, ys):
    return loss(weights, xs, ys)
