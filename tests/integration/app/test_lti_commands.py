"""LTI platforms and their keys, on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.kit.settings import prepare_data_directory
from tests.integration.app.running import make_command

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.kit.settings import Settings
    from app.services import Services

ADDRESSES = (
    "--auth-url", "https://moodle.example/auth", "--token-url", "https://moodle.example/token",
    "--jwks-url", "https://moodle.example/certs",
)  # fmt: skip
MOODLE = ("lti", "add", "--issuer", "https://moodle.example", "--client-id", "abc", *ADDRESSES)


@pytest.fixture
def run(
    settings: Settings,
    services: Services,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Callable[..., tuple[int, str, str]]:
    """Return a function that runs `jaxdojo`."""
    prepare_data_directory(settings)
    monkeypatch.setenv("JAXDOJO_DATA", str(settings.data))
    monkeypatch.setenv("JAXDOJO_DATABASE_URL", settings.database_url)
    monkeypatch.setenv("JAXDOJO_RUNNER", "separate")
    monkeypatch.setenv("JAXDOJO_PUBLIC_URL", "https://dojo.example.org")
    return make_command(monkeypatch, capsys)


def test_a_platform_from_its_adding_to_its_removal(run: Callable[..., tuple[int, str, str]]) -> None:
    assert run("lti", "list")[1].strip() == "There are no platforms."
    status, out, error = run(*MOODLE, "--deployment", "1", "--deployment", "2", "--name", "Our Moodle")
    assert status == 0, error
    platform = out.strip()
    assert run("lti", "list")[1].split() == [platform, "Our", "Moodle", "https://moodle.example", "abc", "1", "2"]
    status, _out, error = run(*MOODLE, "--deployment", "1")
    assert status != 0, "it is known already"
    assert "Traceback" not in error
    assert run("lti", "remove", platform)[1].strip() == "Removed."
    status, _out, error = run("lti", "remove", platform)
    assert status != 0
    assert "Traceback" not in error
    assert run("lti", "list")[1].strip() == "There are no platforms."


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--issuer", "x" * 3000),
        ("--auth-url", "javascript:alert(1)"),
        ("--jwks-url", "http://"),
        ("--token-url", "nowhere"),
        ("--client-id", ""),
    ],
)
def test_what_cannot_be_a_platform_is_refused_in_words(
    run: Callable[..., tuple[int, str, str]], option: str, value: str
) -> None:
    given = list(MOODLE)
    given[given.index(option) + 1] = value
    status, out, error = run(*given)
    assert status == 2, out
    assert "unexpected" not in error
    assert "Traceback" not in error
    assert run("lti", "list")[1].strip() == "There are no platforms."


def test_keys_are_changed_and_addresses_told(run: Callable[..., tuple[int, str, str]]) -> None:
    first, second = (run("lti", "rotate")[1].strip() for _ in range(2))
    assert first != second
    assert first
    status, out, _error = run("lti", "show")
    assert status == 0
    assert "https://dojo.example.org/lti/launch" in out
    assert "https://dojo.example.org/lti/jwks" in out
