"""Scopes: what an API token may be used for.

A token has scopes, or everything its account's role allows. Each request needs one scope, which follows from its method
and path (`find_scope`): a new route needs no rule of its own, and one without a rule needs `account`, which few tokens
have. The OpenAPI description names the scope of each route from the same function. Roles are checked separately.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from app.db.statuses import Role
from app.http.requests import SAFE_METHODS

if TYPE_CHECKING:
    from collections.abc import Iterable


class Scope(StrEnum):
    """A permission of a token."""

    READ = "read"
    SUBMIT = "submit"
    ACCOUNT = "account"
    COURSES = "courses"
    AUTHOR = "author"
    ADMIN = "admin"


OWN_AREAS: Final = {
    Scope.ADMIN: re.compile(r"(/api/v1)?/admin(/|$)"),
    Scope.AUTHOR: re.compile(r"(/api/v1)?/authoring(/|$)"),
    Scope.COURSES: re.compile(r"(/api/v1)?/courses(/|$)|/lti/contexts(/|$)"),
    Scope.ACCOUNT: re.compile(r"/api/v1/(account|webhooks)(/|$)|/account(/|$)"),
}
"""Paths where even reading needs a scope of its own."""
PRACTICE: Final = re.compile(r"/api/v1/(problems|submissions|runs|programs|notices|format)(/|$)")
"""Paths where learners work: changes there need `submit`."""


def find_scope(method: str, path: str) -> Scope:
    """Return the scope that a token needs for a request, unless it is unlimited."""
    for scope, area in OWN_AREAS.items():
        if area.match(path):
            return scope
    if method.upper() in SAFE_METHODS:
        return Scope.READ
    return Scope.SUBMIT if PRACTICE.match(path) else Scope.ACCOUNT


def list_allowed(role: Role) -> list[Scope]:
    """Return the scopes that apply to accounts of this role."""
    allowed = [Scope.READ, Scope.SUBMIT, Scope.ACCOUNT, Scope.COURSES]
    if role.is_author:
        allowed.append(Scope.AUTHOR)
    if role is Role.ADMIN:
        allowed.append(Scope.ADMIN)
    return allowed


def join_scopes(scopes: Iterable[Scope]) -> str:
    """Return scopes as they are stored, and as RFC 6749 writes them: separated by spaces, in a fixed order."""
    given = set(scopes)
    return " ".join(scope for scope in Scope if scope in given)


def split_scopes(text: str) -> frozenset[Scope]:
    """Return the stored scopes; unknown ones are dropped."""
    return frozenset(scope for scope in Scope if scope in text.split())
