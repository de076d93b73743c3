"""Errors of signing up, signing in, and changing an account."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.kit.errors import ConflictError, ForbiddenError, NotFoundError, RequestError
from app.kit.language import translate as _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.domains.accounts.scopes import Scope


class InvitationNotFoundError(NotFoundError):
    """An invitation is unknown, used up, revoked or expired; the error doesn't say which."""

    code = "invitation_not_found"
    title = "This invitation is no longer valid"

    def __init__(self) -> None:
        super().__init__(
            _("The invitation was used up or withdrawn, or has expired. Ask the person who sent it for another.")
        )


class TicketNotFoundError(NotFoundError):
    """A single-use link is unknown, used or expired; the error doesn't say which."""

    code = "link_used"
    title = "This link is no longer valid"

    def __init__(self) -> None:
        super().__init__(_("This link has already been used, or has expired. Each works once; ask for a new one."))


class EmailTakenError(ConflictError):
    """The address belongs to another account. Only somebody who receives its e-mail learns this."""

    code = "email_taken"
    title = "This address belongs to another account"

    def __init__(self) -> None:
        super().__init__(_("Another account has this e-mail address. Remove it there first, or use another one."))


class SecondFactorNeededError(RequestError):
    """Name and password are right, but this account also needs a code, which is submitted with `ticket`."""

    code = "second_factor_needed"
    status = 401
    title = "A code is needed as well"

    def __init__(self, ticket: str) -> None:
        super().__init__(_("This account also needs the code from your app. Programs send it as `code`."))
        self.ticket = ticket


class WrongCodeError(RequestError):
    """A code is wrong, already used, or too late."""

    code = "wrong_code"
    status = 401
    title = "Wrong code"

    def __init__(self) -> None:
        super().__init__(_("This code isn't valid. Each works once, for about a minute; wait for the next one."))


class SignInAgainError(ConflictError):
    """This needs a recent sign-in: it gives lasting access, or can't be undone and the account has no password."""

    code = "sign_in_again"
    title = "Sign in again first"

    def __init__(self) -> None:
        super().__init__(_("Sign out and back in, then do this within ten minutes."))


class ProviderError(RequestError):
    """Signing in with the provider failed."""

    code = "provider_failed"
    title = "Not signed in"


class IdentityTakenError(ConflictError):
    """The provider's account is linked to another account."""

    code = "identity_taken"
    title = "This belongs to another account"

    def __init__(self) -> None:
        super().__init__(_("The provider's account is already linked to another account here."))


class LastAdminError(ConflictError):
    """The only admin can't be removed or demoted: nobody could run the site."""

    code = "last_admin"
    title = "You are the only admin"

    def __init__(self) -> None:
        super().__init__(_("You are the only admin. Make somebody else an admin first."))


class MissingScopeError(ForbiddenError):
    """The token is valid but lacks the scope."""

    code = "missing_scope"
    title = "This token may not do that"

    def __init__(self, scope: Scope) -> None:
        super().__init__(
            _(
                "This needs a token with the scope `%(scope)s`. Create one at /account/tokens or with `jaxdojo user "
                "token`.",
                scope=scope.value,
            )
        )
        self.scope = scope

    @property
    def headers(self) -> Mapping[str, str]:
        """The header that RFC 6750 requires for a token that lacks a scope."""
        return {"WWW-Authenticate": f'Bearer realm="jaxdojo", error="insufficient_scope", scope="{self.scope.value}"'}
