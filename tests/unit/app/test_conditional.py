"""Which `If-None-Match` headers match an ETag."""

import pytest

from app.http.conditional import knows


@pytest.mark.parametrize("header", ['W/"a"', '"a"', '"b", W/"a"', "*", ' "a" '])
def test_known(header: str) -> None:
    assert knows(header, 'W/"a"')


@pytest.mark.parametrize("header", ["", '"b"', "a", 'W/"ab"'])
def test_unknown(header: str) -> None:
    assert not knows(header, 'W/"a"')
