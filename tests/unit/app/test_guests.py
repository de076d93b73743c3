"""The packed text whose word can be exchanged."""

import gzip

from hypothesis import given
from hypothesis import strategies as st

from app.guests import Packed


@given(st.lists(st.binary(max_size=5000), min_size=1, max_size=4), st.binary(max_size=64), st.binary(max_size=64))
def test_what_is_packed_unpacks_with_each_word(parts: list[bytes], word: bytes, other: bytes) -> None:
    packed = Packed(parts)
    assert gzip.decompress(packed.fill(word)) == word.join(parts)
    assert gzip.decompress(packed.fill(other)) == other.join(parts)


def test_packing_makes_it_smaller() -> None:
    page = b"<p>the same again and again</p>" * 1000
    assert len(Packed([page, page]).fill(b"a nonce")) < len(page) / 20
