"""Numbers in documents and shipped files are those of the program."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from app.db.session import READERS, WRITERS
from app.domains.accounts.queries import MAX_SESSIONS
from app.domains.accounts.recovery import LINK_LASTS
from app.domains.accounts.second_factor import GUESSES
from app.domains.limits.throttle import DAY_S, FROM_ANYWHERE, HOUR_S, KNOWN_FOR_S, NEW_BROWSERS, PER_NAME, WINDOW_S
from app.domains.webhooks.sender import GIVE_UP, GONE, TIMEOUT_S
from app.http.middleware import BODY_S, MAX_BODY, MAX_UPLOAD, MAX_UPLOADS_OF_NETWORK
from app.kit.settings import Settings

ROOT: Final = Path(__file__).resolve().parents[3]
KIB: Final = 1024
MIB: Final = 1024 * KIB
BODIES: Final = r"refuses more than (\d+) KiB.* may have (\d+) MiB"
WORDS: Final = {"ten": 10, "a hundred": 100, "half a year": 180, "half a minute": 30, "quarter of an hour": 900}
NUMBERS: Final = [
    # A file, a pattern for the text around each number there, and the numbers.
    ("docs/deployment.md", r"bodies of (\d+) MiB .* and (\d+) KiB elsewhere", [MAX_UPLOAD / MIB, MAX_BODY / KIB]),
    ("docs/api.md", r"A body can have up to (\d+) KiB", [MAX_BODY / KIB]),
    ("docs/api.md", r"A body must arrive within (\d+) seconds", [BODY_S]),
    ("docs/api.md", r"by at most (\d+) requests of one network", [MAX_UPLOADS_OF_NETWORK]),
    ("docs/api.md", r"within (\d+) seconds ends the delivery", [TIMEOUT_S]),
    ("docs/api.md", r"(\d+) disables the webhook, and so does a day", [GONE]),
    ("deploy/proxy/nginx.conf", BODIES, [MAX_BODY / KIB, MAX_UPLOAD / MIB]),
    ("deploy/proxy/Caddyfile", BODIES, [MAX_BODY / KIB, MAX_UPLOAD / MIB]),
    ("docs/postgresql.md", r"One process holds up to (\d+)", [READERS + WRITERS + 1]),
    (
        "docs/security.md",
        r"from everywhere \((\d+) a day\); codes of\s+second factors likewise \((\d+)",
        [FROM_ANYWHERE, GUESSES],
    ),
    (
        "docs/accounts.md",
        r"After (ten) wrong passwords .{20,40} one more is tried every (half a minute)",
        [PER_NAME, WINDOW_S / PER_NAME],
    ),
    (
        "docs/accounts.md",
        r"after (a hundred) in a day .{20,40} one every (quarter of an hour)",
        [FROM_ANYWHERE, pytest.approx(DAY_S / FROM_ANYWHERE, rel=0.1)],
    ),
    ("docs/accounts.md", r"At most (\d+) browsers a day become known", [NEW_BROWSERS]),
    ("docs/accounts.md", r"`JAXDOJO_SESSION_DAYS`, or (\d+) later ones", [MAX_SESSIONS]),
    ("docs/accounts.md", r"One address can sign up (\d+) times an hour", [Settings(_env_file=None).sign_ups_per_hour]),
    ("docs/accounts.md", r"lets it try by itself for (half a year)", [KNOWN_FOR_S / DAY_S]),
]


@pytest.mark.parametrize(("name", "pattern", "numbers"), NUMBERS)
def test_numbers_are_those_of_the_program(name: str, pattern: str, numbers: list[float]) -> None:
    text = " ".join((ROOT / name).read_text(encoding="utf-8").split())
    found = re.search(pattern, text)
    assert found is not None, f"{name} no longer says it: {pattern}"
    assert [float(WORDS.get(one, one)) for one in found.groups()] == numbers


def test_words_of_time() -> None:
    """What documents say about days and hours."""
    assert GIVE_UP.total_seconds() == DAY_S
    assert LINK_LASTS.total_seconds() == HOUR_S


@pytest.mark.parametrize(
    ("name", "pattern"),
    [
        ("deploy/proxy/nginx.conf", r"location ~ .*import\)\$ \{\s+client_max_body_size (\d+)m;"),
        ("deploy/proxy/Caddyfile", r"request_body @archives \{\s+max_size (\d+)MiB"),
        ("deploy/kubernetes/ingress.example.yaml", r"proxy-body-size: (\d+)m"),
    ],
)
def test_proxies_let_archives_through_and_not_much_more(name: str, pattern: str) -> None:
    found = re.search(pattern, (ROOT / name).read_text(encoding="utf-8"))
    assert found is not None
    assert MAX_UPLOAD < int(found[1]) * MIB <= 2 * MAX_UPLOAD
