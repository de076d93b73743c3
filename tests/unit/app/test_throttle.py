"""How often a password may be guessed."""

from __future__ import annotations

import pytest

from app.accounts import throttle
from app.accounts.throttle import PER_ADDRESS, PER_NAME, WINDOW_S, Throttle
from app.errors import TooManySignInsError


class Clock:
    now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(throttle, "time", made)
    return made


def test_guessing_one_password_ends_and_may_begin_again_later(clock: Clock) -> None:
    counted = Throttle()
    for _ in range(PER_NAME):
        counted.begin("10.0.0.1", "ada")
    clock.now += 10
    with pytest.raises(TooManySignInsError) as refused:
        counted.begin("10.0.0.1", "ada")
    assert refused.value.headers == {"Retry-After": str(int(WINDOW_S) - 10)}
    counted.begin("10.0.0.1", "bob")
    counted.begin("10.0.0.2", "ada")
    clock.now += WINDOW_S
    counted.begin("10.0.0.1", "ada")


def test_who_knows_the_password_begins_anew(clock: Clock) -> None:
    counted = Throttle()
    for _ in range(5 * PER_ADDRESS):
        counted.begin("10.0.0.1", "ada")
        counted.succeed("10.0.0.1", "ada")


def test_guessing_for_many_names_ends_too(clock: Clock) -> None:
    counted = Throttle()
    for number in range(PER_ADDRESS):
        counted.begin("10.0.0.1", f"name{number}")
    with pytest.raises(TooManySignInsError):
        counted.begin("10.0.0.1", "ada")
    counted.begin("10.0.0.2", "ada")


def test_memory_is_bounded(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "MOST_KEYS", 10)
    counted = Throttle()
    for number in range(100):
        counted.begin(f"10.0.0.{number}", "ada")
    assert len(counted._failures) == 10
