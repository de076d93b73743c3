def add_counts(high, low, counts):
    for row in counts:
        low = low + row
        high = high + (low < row)
    return high, low
