"""Lists that are shown page by page."""

from __future__ import annotations

import pytest

from app.kit.paging import count_pages


@pytest.mark.parametrize(("total", "pages"), [(0, 1), (1, 1), (20, 1), (21, 2), (40, 2), (41, 3)])
def test_each_row_has_a_page(total: int, pages: int) -> None:
    assert count_pages(total, 20) == pages
