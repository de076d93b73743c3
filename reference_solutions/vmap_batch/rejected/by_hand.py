def losses(loss, weights, xs, ys):
    return (xs @ weights - ys) ** 2
