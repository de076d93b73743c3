"""Which scope a request needs, and which an account can give."""

from __future__ import annotations

import pytest

from app.db.statuses import Role
from app.domains.accounts.scopes import Scope, find_scope, join_scopes, list_allowed, split_scopes


@pytest.mark.parametrize(
    ("method", "path", "scope"),
    [
        ("GET", "/api/v1/problems", Scope.READ),
        ("HEAD", "/api/v1/problems/double", Scope.READ),
        ("GET", "/api/v1/submissions/1/events", Scope.READ),
        ("POST", "/api/v1/problems/double/submissions", Scope.SUBMIT),
        ("PUT", "/api/v1/problems/double/draft", Scope.SUBMIT),
        ("POST", "/api/v1/submissions/batch", Scope.SUBMIT),
        ("POST", "/problems/double", Scope.ACCOUNT),
        ("GET", "/account/tokens", Scope.ACCOUNT),
        ("GET", "/api/v1/webhooks", Scope.ACCOUNT),
        ("DELETE", "/api/v1/anything-new", Scope.ACCOUNT),
        ("POST", "/api/v1/problemsque", Scope.ACCOUNT),
        ("GET", "/api/v1/authoring/problems", Scope.AUTHOR),
        ("POST", "/authoring/shift/publish", Scope.AUTHOR),
        ("GET", "/api/v1/courses/1/grades", Scope.COURSES),
        ("POST", "/courses", Scope.COURSES),
        ("GET", "/lti/contexts/1", Scope.COURSES),
        ("GET", "/lti/login", Scope.READ),
        ("GET", "/admin/queue", Scope.ADMIN),
        ("POST", "/api/v1/admin/users", Scope.ADMIN),
    ],
)
def test_each_request_needs_one_scope(method: str, path: str, scope: Scope) -> None:
    assert find_scope(method, path) is scope


def test_a_role_gives_no_scope_beyond_its_own() -> None:
    assert Scope.AUTHOR not in list_allowed(Role.LEARNER)
    assert Scope.ADMIN not in list_allowed(Role.INSTRUCTOR)
    assert set(list_allowed(Role.ADMIN)) == set(Scope)


def test_scopes_are_stored_in_one_order_and_strangers_are_dropped() -> None:
    assert join_scopes([Scope.SUBMIT, Scope.READ, Scope.READ]) == "read submit"
    assert split_scopes("submit teleport read") == {Scope.READ, Scope.SUBMIT}
