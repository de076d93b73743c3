"""Errors about API tokens and devices."""

from __future__ import annotations

from app.kit.errors import ConflictError, InvalidInputError, NotFoundError, RequestError
from app.kit.language import translate as _


class TooManyTokensError(ConflictError):
    """The account has the maximum number of tokens."""

    code = "too_many_tokens"
    title = "Too many tokens"

    def __init__(self, most: int) -> None:
        super().__init__(_("An account can have at most %(most)s tokens: revoke one first.", most=most))


class TokenNotFoundError(NotFoundError):
    """The requesting account has no token with this id."""

    code = "token_not_found"
    title = "No such token"

    def __init__(self) -> None:
        super().__init__(_("You have no such token. It may have been revoked already."))


class AuthorizationPendingError(RequestError):
    """The user hasn't decided about the device yet."""

    code = "authorization_pending"
    title = "Not confirmed yet"

    def __init__(self) -> None:
        super().__init__("Nobody has entered the code yet. Ask again after `interval` seconds.")


class SlowDownError(RequestError):
    """The device polls too often."""

    code = "slow_down"
    title = "Slow down"

    def __init__(self) -> None:
        super().__init__("Ask every `interval` seconds, and wait five seconds more after each of these answers.")


class AccessDeniedError(RequestError):
    """The user refused the device."""

    code = "access_denied"
    title = "Refused"

    def __init__(self) -> None:
        super().__init__("Access was refused.")


class ExpiredTokenError(RequestError):
    """The code wasn't entered in time, or was already used."""

    code = "expired_token"
    title = "Too late"

    def __init__(self) -> None:
        super().__init__("This device code is unknown or has expired. Start again.")


class UnknownCodeError(InvalidInputError):
    """No waiting device has this code."""

    code = "unknown_code"
    title = "No such code"

    def __init__(self) -> None:
        message = _("No program is waiting with this code. Check for typing errors; a code is valid for ten minutes.")
        super().__init__("code", message)
