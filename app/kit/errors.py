"""Every error that the service raises on purpose.

A message says what happened and what to do about it, in words for its reader: a learner, or the operator.
`app.http.problem_details` renders them over HTTP, `app.cli.main` on a terminal. ::

    JaxDojoError
    ├── RequestError                 the request can't be served
    │   ├── NotSignedInError             401
    │   ├── WrongCredentialsError        401
    │   ├── ForbiddenError               403
    │   │   ├── AccountDisabledError
    │   │   ├── CrossSiteError
    │   │   └── RegistrationClosedError
    │   ├── NotFoundError                404
    │   │   ├── ProblemNotFoundError
    │   │   ├── VersionNotFoundError
    │   │   ├── SubmissionNotFoundError
    │   │   ├── MetricsHiddenError
    │   │   ├── RegradeNotFoundError
    │   │   └── UserNotFoundError
    │   ├── NameTakenError               409
    │   ├── ConflictError                409
    │   ├── BodyTooLargeError            413
    │   ├── InvalidInputError            422
    │   └── TooManySignInsError          429
    ├── OperatorError                the installation isn't set up correctly
    │   ├── SettingsError
    │   ├── DataDirectoryError
    │   ├── AddressInUseError
    │   ├── UnreadableBundleError        503
    │   └── BrokenProblemError
    └── InternalError                a failure of the platform, never the user's fault
        ├── DatabaseUnavailableError     503
        ├── TransitionError
        └── LostClaimError

Errors that only one domain raises are in its own `errors.py`, as subclasses of these.
"""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, ClassVar, Final

from app.kit.language import translate as _

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path


MAX_COMPARED: Final = 80
"""The maximum length of a word for which similar ones are searched."""
MAX_CANDIDATES: Final = 100
"""The maximum number of known words that it is compared with."""


class JaxDojoError(Exception):
    """The root. `code` is stable, for programs; `status` is for HTTP; `exit_code` is for the command line."""

    code: ClassVar[str] = "error"
    status: ClassVar[int] = 500
    title: ClassVar[str] = "Something went wrong"
    exit_code: ClassVar[int] = 3

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message

    @property
    def detail(self) -> str:
        """The message for HTTP clients; the operator gets the full message."""
        return self.message

    @property
    def headers(self) -> Mapping[str, str]:
        """HTTP headers that belong to this error."""
        return {}


class RequestError(JaxDojoError):
    """The request can't be served as it is."""

    code = "bad_request"
    status = 400
    title = "This request can't be served"
    exit_code = 2


class NotSignedInError(RequestError):
    """The request needs an account, but was sent without one."""

    code = "not_signed_in"
    status = 401
    title = "Sign in first"

    def __init__(self, message: str = "") -> None:
        super().__init__(message or _("This needs an account: sign in, or send an API token."))

    @property
    def headers(self) -> Mapping[str, str]:
        """The authentication scheme, which RFC 9110 requires in a 401 response."""
        return {"WWW-Authenticate": 'Bearer realm="jaxdojo"'}


class WrongCredentialsError(RequestError):
    """Name and password don't match; the error doesn't reveal which one is wrong."""

    code = "wrong_credentials"
    status = 401
    title = "Wrong name or password"

    def __init__(self) -> None:
        super().__init__(_("No account has this name and password. Check capitals and spelling."))

    @property
    def headers(self) -> Mapping[str, str]:
        """The authentication scheme, which RFC 9110 requires in a 401 response."""
        return {"WWW-Authenticate": 'Bearer realm="jaxdojo"'}


class ForbiddenError(RequestError):
    """The user isn't allowed to do this."""

    code = "forbidden"
    status = 403
    title = "Not allowed"


class CrossSiteError(ForbiddenError):
    """A page of another site made the browser send this."""

    code = "cross_site"
    title = "Sent from another site"

    def __init__(self, message: str = "") -> None:
        super().__init__(
            message or _("This request changes something and didn't come from a page of this site, so it was refused.")
        )


class AccountDisabledError(ForbiddenError):
    """An admin disabled the account."""

    code = "account_disabled"
    title = "This account is disabled"

    def __init__(self) -> None:
        super().__init__(_("An admin of this site disabled this account; ask them why."))


class RegistrationClosedError(ForbiddenError):
    """This installation doesn't let people sign up by themselves."""

    code = "registration_closed"
    title = "Sign-up is closed"

    def __init__(self, message: str = "") -> None:
        super().__init__(message or _("The operator of this site creates accounts; ask them for one."))


class NotFoundError(RequestError):
    """There is no such thing, or none that the user may see."""

    code = "not_found"
    status = 404
    title = "Not found"


class ProblemNotFoundError(NotFoundError):
    """No published problem has this slug."""

    code = "problem_not_found"
    title = "No such problem"

    def __init__(self, slug: str, suggestion: str | None = None) -> None:
        self.suggestion = suggestion
        message = _("There is no problem `%(slug)s`.", slug=slug[:80])
        hint = _("Did you mean `%(slug)s`?", slug=suggestion) if suggestion else ""
        super().__init__(f"{message} {hint}".strip())


class VersionNotFoundError(NotFoundError):
    """The problem has no version with this number."""

    code = "version_not_found"
    title = "No such version"

    def __init__(self, slug: str, known: list[int]) -> None:
        super().__init__(_("`%(slug)s` has no such version; it has %(known)s.", slug=slug, known=str(known)[1:-1]))


class SubmissionNotFoundError(NotFoundError):
    """The user has no submission with this id."""

    code = "submission_not_found"
    title = "No such submission"

    def __init__(self) -> None:
        super().__init__(_("You have no submission with this id. You can see only your own."))


class MetricsHiddenError(NotFoundError):
    """The user isn't allowed to read the metrics, or nobody is."""

    code = "metrics_hidden"
    title = "Not for you"

    def __init__(self) -> None:
        super().__init__("The operator of this site decides with JAXDOJO_METRICS who may read its metrics.")


class RegradeNotFoundError(NotFoundError):
    """The problem has no regrade with this id."""

    code = "regrade_not_found"
    title = "No such regrade"

    def __init__(self, public_id: str) -> None:
        super().__init__(_("This problem has no regrade `%(id)s`.", id=public_id[:80]))


class UserNotFoundError(NotFoundError):
    """No account has this name."""

    code = "user_not_found"
    title = "No such account"

    def __init__(self, name: str) -> None:
        super().__init__(_("There is no account `%(name)s`; `jaxdojo user add` creates one.", name=name[:80]))


class NameTakenError(RequestError):
    """Another account has this name, perhaps in different case."""

    code = "name_taken"
    status = 409
    title = "This name is taken"

    def __init__(self, name: str) -> None:
        super().__init__(_("The name `%(name)s` is taken; choose another one.", name=name))


class ConflictError(RequestError):
    """The request conflicts with the current state; the message says what to do first."""

    code = "conflict"
    status = 409
    title = "Not possible right now"


class BodyTooLargeError(RequestError):
    """The request's body is larger than any request needs."""

    code = "body_too_large"
    status = 413
    title = "Request too large"

    def __init__(self, limit: int) -> None:
        super().__init__(_("This request may be at most %(limit)s KiB.", limit=limit // 1024))


class InvalidInputError(RequestError):
    """A field of the request is invalid. `field` is its name; `fields` holds further ones with their messages."""

    code = "invalid_input"
    status = 422
    title = "Invalid input"

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field
        self.fields = [(field, message)]


class TooManySignInsError(RequestError):
    """There were too many failed attempts to sign in."""

    code = "too_many_sign_ins"
    status = 429
    title = "Too many attempts"

    def __init__(self, retry_after_s: int) -> None:
        super().__init__(_("Too many attempts. Try again in %(seconds)s seconds.", seconds=retry_after_s))
        self.retry_after_s = retry_after_s

    @property
    def headers(self) -> Mapping[str, str]:
        """When to try again, in seconds."""
        return {"Retry-After": str(self.retry_after_s)}


def find_nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word most similar to `word`, or None.

    A comparison takes time quadratic in the length, so long words aren't compared, nor are too many.
    """
    if len(word) > MAX_COMPARED:
        return None
    likely = sorted(known, key=lambda one: one[:1] != word[:1])[:MAX_CANDIDATES]
    return next(iter(difflib.get_close_matches(word, likely, n=1)), None)


class OperatorError(JaxDojoError):
    """The installation isn't set up correctly. The message is for the operator."""

    code = "operator"
    status = 500
    title = "This site isn't set up correctly"


class SettingsError(OperatorError):
    """A setting has an invalid value."""

    code = "settings"
    exit_code = 2


class DataDirectoryError(OperatorError):
    """The data directory can't be created or written."""

    code = "data_directory"

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(
            f"The data directory {path} can't be used: {reason}. Set JAXDOJO_DATA to a directory that you may write."
        )


class AddressInUseError(OperatorError):
    """The server can't listen on its configured address."""

    code = "address_in_use"

    def __init__(self, host: str, port: int, reason: str) -> None:
        super().__init__(f"Can't listen on {host}:{port}: {reason}. Set JAXDOJO_PORT to another port.")


class UnreadableBundleError(OperatorError):
    """The problem has no readable bundle; publishing it again makes one."""

    code = "bundle_unreadable"
    status = 503
    title = "Not ready yet"

    def __init__(self, slug: str, reason: str) -> None:
        super().__init__(f"`{slug}` can't be shown now: {reason} (`jaxdojo problem publish {slug}`).")


class BrokenProblemError(OperatorError):
    """A problem package can't be published."""

    code = "broken_problem"
    exit_code = 2


class InternalError(JaxDojoError):
    """A platform failure. It is logged, and never counts against a learner."""

    code = "internal"
    title = "Our fault, not yours"


class DatabaseUnavailableError(InternalError):
    """The database can't be opened, read or written now."""

    code = "database_unavailable"
    status = 503
    title = "The database can't be reached"

    def __init__(self, reason: str) -> None:
        super().__init__(f"The database can't be used now: {reason}.")

    @property
    def detail(self) -> str:
        """Hides the database's address and user, which the reason may contain."""
        return _("The database can't be reached right now. Earlier submissions are safe; try again in a few seconds.")

    @property
    def headers(self) -> Mapping[str, str]:
        """When to try again, in seconds."""
        return {"Retry-After": "5"}


class TransitionError(InternalError):
    """A status can't change in this way: the transition isn't allowed."""

    code = "transition"

    def __init__(self, table: str, row_id: int, target: str, sources: Iterable[str]) -> None:
        super().__init__(f"{table} {row_id} can't become `{target}`: it is none of {', '.join(sources)}.")


class LostClaimError(InternalError):
    """A runner reported on a job that is no longer its own."""

    code = "lost_claim"

    def __init__(self, job: int) -> None:
        super().__init__(f"Job {job} was given to another runner meanwhile; this result is dropped.")
