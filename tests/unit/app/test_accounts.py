"""The rules for names and passwords, and their hashes."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domains.accounts.passwords import MAX_PARALLEL_HASHES, Passwords, hash_token, make_token
from app.domains.accounts.service import check_name, check_password
from app.kit.errors import InvalidInputError


@pytest.mark.parametrize("name", ["ada", "Ada.Lovelace", "a1", "x" * 32, " ada "])
def test_good_names(name: str) -> None:
    assert check_name(name) == name.strip()


@pytest.mark.parametrize("name", ["", "a", "x" * 33, "-ada", "ada lovelace", "ada\n", "\u0430da", "ada\0", "<b>"])
def test_bad_names(name: str) -> None:
    if name == "ada\n":
        assert check_name(name) == "ada"
        return
    with pytest.raises(InvalidInputError) as caught:
        check_name(name)
    assert caught.value.field == "name"


@given(st.text())
def test_a_name_is_safe_wherever_it_is_shown(name: str) -> None:
    try:
        kept = check_name(name)
    except InvalidInputError:
        return
    assert kept.isascii()
    assert not set(kept) & set("<>&\"'/\\ ")


@pytest.mark.parametrize("password", ["correct horse", "x1" * 5, "x1" * 128, "pässwörter ☃"])
def test_good_passwords(password: str) -> None:
    check_password(password, "ada")


@pytest.mark.parametrize("password", ["", "x1" * 4 + "x", "x1" * 128 + "x", "aaaaaaaaaaaa", "LOVELACE.ADA"])
def test_bad_passwords(password: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        check_password(password, "lovelace.ada")
    assert caught.value.field == "password"


async def test_a_password_verifies_only_itself() -> None:
    passwords = Passwords(memory_kib=64, passes=1)
    stored = await passwords.hash("correct horse")
    assert "correct horse" not in stored
    assert await passwords.verify("correct horse", stored) == (True, None)
    assert await passwords.verify("correct h0rse", stored) == (False, None)
    assert await passwords.verify("correct horse", None) == (False, None)
    assert await passwords.verify("correct horse", "not a hash") == (False, None)


async def test_members_do_not_wait_behind_strangers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has many addresses may guess many passwords at once."""
    passwords, done = Passwords(memory_kib=64, passes=1), []

    async def work(_hash: object, password: str) -> str:
        await asyncio.sleep(0)
        done.append(password)
        return password

    monkeypatch.setattr(asyncio, "to_thread", work)
    strangers = [asyncio.create_task(passwords.hash("stranger")) for _ in range(50)]
    await asyncio.sleep(0)
    await passwords.hash("member", member=True)
    assert done.index("member") <= MAX_PARALLEL_HASHES
    await asyncio.gather(*strangers)
    assert len(done) == 51


async def test_older_parameters_are_replaced() -> None:
    stored = await Passwords(memory_kib=64, passes=1).hash("correct horse")
    fits, better = await Passwords(memory_kib=64, passes=2).verify("correct horse", stored)
    assert fits
    assert better is not None
    assert better != stored


def test_tokens_are_long_and_differ() -> None:
    assert len({make_token() for _ in range(100)}) == 100
    assert len(make_token()) >= 43
    assert len(hash_token("x")) == 64
