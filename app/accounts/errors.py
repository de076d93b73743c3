"""What keeps somebody from making an account, signing in, or changing theirs."""

from __future__ import annotations

from app.errors import ConflictError, NotFoundError, RequestError
from app.language import translate as _


class InvitationNotFoundError(NotFoundError):
    """An invitation is unknown, used up, revoked or too old; which of them stays untold."""

    code = "invitation_not_found"
    title = "This invitation isn't good any more"

    def __init__(self) -> None:
        super().__init__(
            _("The invitation was used up or taken back, or is too old. Ask who gave it to you for another.")
        )


class TicketNotFoundError(NotFoundError):
    """A link for one step is unknown, used or too old; which of them stays untold."""

    code = "link_used"
    title = "This link isn't good any more"

    def __init__(self) -> None:
        super().__init__(_("The link was used already, or is too old. Each works once; ask for a new one."))


class EmailTakenError(ConflictError):
    """The address belongs to another account. Only who reads its mails is told so."""

    code = "email_taken"
    title = "This address is another account's"

    def __init__(self) -> None:
        super().__init__(_("Another account has this e-mail address. Take it away there first, or use another one."))


class SecondFactorNeededError(RequestError):
    """Name and password are right, and this account asks for a code, too; `ticket` is good for coming back with one."""

    code = "second_factor_needed"
    status = 401
    title = "A code is needed, too"

    def __init__(self, ticket: str) -> None:
        super().__init__(_("This account asks for the code that your app shows, too. Programs send it as `code`."))
        self.ticket = ticket


class WrongCodeError(RequestError):
    """A code is wrong, was used already, or comes too late."""

    code = "wrong_code"
    status = 401
    title = "Wrong code"

    def __init__(self) -> None:
        super().__init__(_("This code isn't good. Each works once, for about a minute; wait for the next one."))


class SignInAgainError(ConflictError):
    """What can't be undone is for who has just signed in, where there is no password to ask for."""

    code = "sign_in_again"
    title = "Sign in again first"

    def __init__(self) -> None:
        super().__init__(_("Sign out and in again, then do this within ten minutes."))


class ProviderError(RequestError):
    """Signing in by the provider came to nothing."""

    code = "provider_failed"
    title = "Not signed in"


class IdentityTakenError(ConflictError):
    """Who came back from the provider signs in to another account."""

    code = "identity_taken"
    title = "This belongs to another account"

    def __init__(self) -> None:
        super().__init__(_("Whom the provider named signs in to another account here."))


class LastAdminError(ConflictError):
    """Without an admin nobody could look after the site."""

    code = "last_admin"
    title = "You are the only admin"

    def __init__(self) -> None:
        super().__init__(_("You are the only admin. Make somebody else one first."))
