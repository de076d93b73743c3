"""Waiting for the end of a database's outage."""

from __future__ import annotations

import pytest

from app.kit.errors import DatabaseUnavailableError
from app.kit.outage import outlast


async def test_an_attempt_is_repeated_until_the_database_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.kit.outage.PAUSE_S", 0.0)
    attempts = 0

    async def attempt() -> None:
        nonlocal attempts
        attempts += 1
        if attempts < 3:
            raise DatabaseUnavailableError("it's down")

    await outlast(attempt, 60)
    assert attempts == 3


@pytest.mark.parametrize("patience_s", [0.0, 0.05])
async def test_the_error_is_raised_at_last(patience_s: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.kit.outage.PAUSE_S", 0.01)

    async def attempt() -> None:
        raise DatabaseUnavailableError("it's down")

    with pytest.raises(DatabaseUnavailableError, match="it's down"):
        await outlast(attempt, patience_s)


async def test_other_errors_are_raised_at_once() -> None:
    async def attempt() -> None:
        raise ValueError

    with pytest.raises(ValueError):  # noqa: PT011 - no message
        await outlast(attempt, 60)
