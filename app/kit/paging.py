"""Long lists, which are shown page by page."""


def count_pages(total: int, size: int) -> int:
    """Return how many pages of `size` rows `total` rows need: at least one, which may be empty."""
    return max(1, -(-total // size))
