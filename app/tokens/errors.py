"""Why a token isn't good for a request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.errors import ConflictError, ForbiddenError, InvalidInputError, NotFoundError, RequestError
from app.language import translate as _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.accounts.scopes import Scope


class MissingScopeError(ForbiddenError):
    """The token is good, and not for this."""

    code = "missing_scope"
    title = "This token may not do that"

    def __init__(self, scope: Scope) -> None:
        super().__init__(
            _(
                "This needs a token with the scope `%(scope)s`. /account/tokens makes one, or `jaxdojo user token`.",
                scope=scope.value,
            )
        )
        self.scope = scope

    @property
    def headers(self) -> Mapping[str, str]:
        """What RFC 6750 wants to be said of a token that lacks a scope."""
        return {"WWW-Authenticate": f'Bearer realm="jaxdojo", error="insufficient_scope", scope="{self.scope.value}"'}


class TooManyTokensError(ConflictError):
    """Somebody has as many tokens as an account may have."""

    code = "too_many_tokens"
    title = "Too many tokens"

    def __init__(self, most: int) -> None:
        super().__init__(_("An account has %(most)s tokens at most: revoke one first.", most=most))


class TokenNotFoundError(NotFoundError):
    """The asker has no token with this id."""

    code = "token_not_found"
    title = "No such token"

    def __init__(self) -> None:
        super().__init__(_("You have no such token. Perhaps it was revoked already."))


class AuthorizationPendingError(RequestError):
    """Nobody has decided on the device yet."""

    code = "authorization_pending"
    title = "Not confirmed yet"

    def __init__(self) -> None:
        super().__init__("Nobody has typed the code yet. Ask again after `interval` seconds.")


class SlowDownError(RequestError):
    """The device asks more often than it was told to."""

    code = "slow_down"
    title = "Slow down"

    def __init__(self) -> None:
        super().__init__("Ask every `interval` seconds, and five seconds later each time that this comes.")


class AccessDeniedError(RequestError):
    """Its owner refused the device."""

    code = "access_denied"
    title = "Refused"

    def __init__(self) -> None:
        super().__init__("The code was typed, and refused.")


class ExpiredTokenError(RequestError):
    """The code was not typed in time, or was used."""

    code = "expired_token"
    title = "Too late"

    def __init__(self) -> None:
        super().__init__("This device code isn't known, or its time is over. Begin anew.")


class TooManyDevicesError(RequestError):
    """More devices wait than a site needs."""

    code = "too_many_devices"
    status = 429
    title = "Too many devices wait"

    def __init__(self) -> None:
        super().__init__("Too many devices wait to be let in. Try again in ten minutes, or use `--token`.")

    @property
    def headers(self) -> Mapping[str, str]:
        """When to try again, in seconds."""
        return {"Retry-After": "600"}


class UnknownCodeError(InvalidInputError):
    """No device waits with this code."""

    code = "unknown_code"
    title = "No such code"

    def __init__(self) -> None:
        message = _("No program waits with this code. Compare it letter by letter; it lasts ten minutes.")
        super().__init__("code", message)
