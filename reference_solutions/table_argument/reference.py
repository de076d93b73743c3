"""The eager truth of `table_argument`."""


def recommend(table, ids):
    """Return a score for each item."""
    return table @ table[ids].mean(axis=0)
