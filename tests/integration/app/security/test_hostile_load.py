"""Nothing that a stranger sends blocks the event loop, on any route: another user is served meanwhile."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

import pytest

from tests.integration.app.security.hostile import (
    LIMIT_S,
    Sweep,
    ask_meanwhile,
    let_everything_in,
    sweep,
    sweep_heads,
    watch_loop,
)
from tests.integration.app.security.hostile_logins import serve_stranger, sweep_logins, trust
from tests.integration.app.security.served import serve_world

if TYPE_CHECKING:
    from app.kit.settings import Settings
    from tests.integration.app.press import StandInPress

ACCEPTED: Final = {
    *("GET /lti/login", "POST /lti/login", "POST /lti/launch", "GET /lti/continue", "POST /lti/deep-link"),
    *("GET /signin/oidc", "GET /signin/oidc/callback"),
}
"""Routes of sign-ins from elsewhere that some hostile request gets past: texts are worth little if all are refused."""


def check(done: Sweep) -> None:
    """Assert that no request held the loop for long, and that none broke its route."""
    late = [one for one in done.findings if one.seconds >= LIMIT_S]
    broken = [one for one in done.findings if one.status >= 500]
    assert not late, "\n".join(map(str, late))
    assert not broken, "\n".join(map(str, broken))


@pytest.mark.timeout(1800)
def test_nothing_holds_the_event_loop(settings: Settings, press: StandInPress, *, whole: bool) -> None:
    whole = whole and "CI" not in os.environ  # all texts to all routes take an hour, which is for `make nightly`
    with (
        let_everything_in(),
        serve_world(settings) as served,
        watch_loop(served.thread) as watch,
        ask_meanwhile(served) as taken,
    ):
        done = sweep(served, watch, whole=whole)
    check(done)
    assert taken, "somebody else was served"
    reached = {one.route for one in done.findings}
    assert reached >= set(done.list_routes())


@pytest.mark.timeout(1800)
def test_no_head_holds_the_event_loop(settings: Settings, *, whole: bool) -> None:
    with let_everything_in(), serve_world(settings) as served, watch_loop(served.thread) as watch:
        done = sweep_heads(served, watch, whole=whole and "CI" not in os.environ)
    check(done)


@pytest.mark.timeout(1800)
def test_no_sign_in_from_elsewhere_holds_the_event_loop(settings: Settings, *, whole: bool) -> None:
    with (
        let_everything_in(),
        serve_stranger() as stranger,
        serve_world(trust(settings, stranger)) as served,
        watch_loop(served.thread) as watch,
    ):
        done = sweep_logins(served, watch, stranger, whole=whole and "CI" not in os.environ)
    check(done)
    statuses = {one.route: set[int]() for one in done.findings}
    for one in done.findings:
        statuses[one.route].add(one.status)
    assert {route for route, found in statuses.items() if found & {200, 303}} >= ACCEPTED
