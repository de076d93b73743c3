"""Nothing that a stranger sends blocks the event loop, on any route: another user is served meanwhile."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

import pytest

from tests.integration.app.security.hostile import (
    ENDS_THINGS,
    Sweep,
    let_everything_in,
    sweep,
    sweep_heads,
)
from tests.integration.app.security.hostile_logins import serve_stranger, sweep_logins, trust
from tests.integration.app.security.hostile_texts import TEXTS
from tests.integration.app.security.loop_watch import LIMIT_S, watch_lock, watch_loop
from tests.integration.app.security.meanwhile import ask_meanwhile, check_answers
from tests.integration.app.security.rules import OK
from tests.integration.app.security.served import serve_world
from tests.integration.app.security.test_authorisation import RULES
from tests.integration.app.security.variants import shuffle
from tests.integration.app.security.world import PEOPLE, list_routes
from tests.seeds import choose_seed

if TYPE_CHECKING:
    from app.kit.settings import Settings

ACCEPTED: Final = {
    *("GET /lti/login", "POST /lti/login", "POST /lti/launch", "GET /lti/continue", "POST /lti/deep-link"),
    *("GET /signin/oidc", "GET /signin/oidc/callback"),
}
"""Routes of sign-ins from elsewhere that some hostile request gets past: texts are worth little if all are refused."""
TAKES_NOTHING: Final = {"GET /static", "GET /openapi.json"}
"""Routes that the sweep leaves out: files, of which the heads' sweep asks for one, and a text that is made once."""
REFUSED: Final = {401, 403, 404, 405}
CLOSED: Final = {route for route, rule in RULES.items() if all(getattr(rule, who) != OK for who in PEOPLE)}
"""Routes that let nobody in without a ticket or an invitation; the sweep of sign-ins has those that read texts."""

GUESSED: Final = {"POST /api/v1/session", "POST /signin", "POST /api/v1/courses/join"}
"""Routes that read a name, a password or a code, and refuse a wrong one."""


def check(done: Sweep) -> None:
    """Assert that no request held the loop for long, and that none broke its route."""
    late = [one for one in done.findings if one.seconds >= LIMIT_S]
    broken = [one for one in done.findings if one.status >= 500]
    assert not late, "\n".join(map(str, late))
    assert not broken, "\n".join(map(str, broken))


def check_reach(done: Sweep, routes: list[str]) -> None:
    """Assert that each of the application's routes got hostile texts, from somebody whom it lets in."""
    reached = {one.route for one in done.findings}
    assert set(routes) - reached == TAKES_NOTHING
    refused = {
        route
        for route, statuses in done.statuses.items()
        if statuses <= REFUSED and not ENDS_THINGS.search(route)  # Another may have ended it before.
    }
    assert refused <= CLOSED | GUESSED, "each of these refused everything, so no text was read"


@pytest.fixture
def texts(request: pytest.FixtureRequest) -> dict[str, str]:
    """Return the texts in the order that chooses the sample; a failure prints how to repeat it."""
    seed = request.config.getoption("--sample") or choose_seed()
    request.node.add_report_section("setup", "sample", f"--sample={seed} sends the same texts to the same routes.")
    return shuffle(TEXTS, seed)


@pytest.mark.timeout(1800)
@pytest.mark.usefixtures("press")
def test_nothing_holds_the_event_loop(settings: Settings, texts: dict[str, str], *, whole: bool) -> None:
    whole = whole and "CI" not in os.environ  # all texts to all routes take an hour, which is for `make nightly`
    with (
        let_everything_in(),
        serve_world(settings) as served,
        watch_loop(served.thread) as watch,
        watch_lock(watch),
        ask_meanwhile(served, watch) as answers,
    ):
        done = sweep(served, watch, texts=texts, whole=whole)
    check(done)
    check_answers(answers)
    check_reach(done, list_routes(served.world.application))


@pytest.mark.timeout(1800)
def test_no_head_holds_the_event_loop(settings: Settings, texts: dict[str, str], *, whole: bool) -> None:
    with (
        let_everything_in(),
        serve_world(settings) as served,
        watch_loop(served.thread) as watch,
        watch_lock(watch),
    ):
        done = sweep_heads(served, watch, texts=texts, whole=whole and "CI" not in os.environ)
    check(done)


@pytest.mark.timeout(1800)
def test_no_sign_in_from_elsewhere_holds_the_event_loop(
    settings: Settings, texts: dict[str, str], *, whole: bool
) -> None:
    with (
        let_everything_in(),
        serve_stranger() as stranger,
        serve_world(trust(settings, stranger)) as served,
        watch_loop(served.thread) as watch,
        watch_lock(watch),
    ):
        done = sweep_logins(served, watch, stranger, texts=texts, whole=whole and "CI" not in os.environ)
    check(done)
    statuses = {one.route: set[int]() for one in done.findings}
    for one in done.findings:
        statuses[one.route].add(one.status)
    assert {route for route, found in statuses.items() if found & {200, 303}} >= ACCEPTED
