"""Nothing that a stranger sends blocks the event loop, on any route: another user is served meanwhile."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.integration.app.security.hostile import LIMIT_S, ask_meanwhile, let_everything_in, sweep, watch_loop
from tests.integration.app.security.served import serve_world

if TYPE_CHECKING:
    from app.kit.settings import Settings
    from tests.integration.app.press import StandInPress


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
    late = [one for one in done.findings if one.seconds >= LIMIT_S]
    broken = [one for one in done.findings if one.status >= 500]
    assert not late, "\n".join(map(str, late))
    assert not broken, "\n".join(map(str, broken))
    assert taken, "somebody else was served"
    reached = {one.route for one in done.findings}
    assert reached >= set(done.list_routes())
