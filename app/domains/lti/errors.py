"""Errors about platforms, launches, and platforms' services."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final

from app.kit.errors import ConflictError, JaxDojoError, NotFoundError, RequestError
from app.kit.language import lookup
from app.kit.language import translate as _

STATUS: Final = re.compile(r"(no access token: )?status (\d{1,3})")


class Refusal(StrEnum):
    """The reason for refusing a launch: for the person's teachers, and for the log."""

    PLATFORM_UNKNOWN = "platform_unknown"
    PLATFORM_AMBIGUOUS = "platform_ambiguous"
    PLATFORM_REFUSED = "platform_refused"
    PLATFORM_SILENT = "platform_silent"
    LOGIN_INCOMPLETE = "login_incomplete"
    LOGIN_TARGET = "login_target"
    STATE_MISSING = "state_missing"
    STATE_UNKNOWN = "state_unknown"
    STATE_EXPIRED = "state_expired"
    STATE_USED = "state_used"
    BROWSER = "browser"
    TOKEN_MISSING = "token_missing"  # noqa: S105 - a reason
    TOKEN_MALFORMED = "token_malformed"  # noqa: S105 - likewise
    ALGORITHM = "algorithm"
    KEY_MISSING = "key_missing"
    KEY_UNKNOWN = "key_unknown"
    SIGNATURE = "signature"
    ISSUER = "issuer"
    AUDIENCE = "audience"
    AUTHORIZED_PARTY = "authorized_party"
    TIMES_MISSING = "times_missing"
    EXPIRED = "expired"
    FUTURE = "future"
    TOO_OLD = "too_old"
    NONCE = "nonce"
    DEPLOYMENT_MISSING = "deployment_missing"
    DEPLOYMENT_UNKNOWN = "deployment_unknown"
    VERSION = "version"
    MESSAGE_TYPE = "message_type"
    TARGET_MISSING = "target_missing"
    TARGET_FOREIGN = "target_foreign"
    SUBJECT = "subject"
    ROLES = "roles"
    TEST_USER = "test_user"
    RESOURCE_LINK = "resource_link"
    CONTEXT = "context"
    DEEP_LINKING = "deep_linking"


class ServiceFailure(StrEnum):
    """Why nothing came of a request to a platform; stored in English, and translated by `tell_result`."""

    ADDRESS_REFUSED = "the address isn't allowed"
    ADDRESS_PRIVATE = "the name has no public address"
    SILENT = "no answer in time"
    UNREACHABLE = "no connection"
    BROKEN = "the connection broke"
    TOO_LONG = "the answer is too long"
    NO_JSON = "the answer isn't JSON"
    NO_TOKEN = "no access token"  # noqa: S105 - a reason
    NO_MEMBERS = "its list has no members"
    ENDLESS = "its list has no end"
    ELSEWHERE = "its list goes on at another site"
    NO_MEMBER_LIST = "the platform gives no list of members"
    COLUMNS_REFUSED = "the platform lets nobody make columns"
    COLUMN_WITHOUT_ADDRESS = "the new column has no address"
    COLUMN_REFUSED = "the column's address isn't allowed"
    COLUMN_MISSING = "the platform has no column for this assignment"
    NEWER_SCORE = "the platform has a newer score"
    NO_DESCRIPTION = "its description isn't an object"
    OTHER_ISSUER = "its description names another issuer"
    INCOMPLETE = "its answer lacks a client id or an address"


class LaunchRefusedError(RequestError):
    """A launch is invalid; `reason` says why."""

    code = "launch_refused"
    title = "This can't be opened"

    def __init__(self, reason: Refusal, detail: str = "") -> None:
        super().__init__(explain(reason))
        self.reason = reason
        self.logged = detail[:200]


class AddressUnknownError(ConflictError):
    """This site doesn't know its own address, which platforms need."""

    code = "address_unknown"
    title = "This site doesn't know its address"

    def __init__(self) -> None:
        super().__init__(_("The operator of this site must set JAXDOJO_PUBLIC_URL first."))


class PlatformNotFoundError(NotFoundError):
    """There is no such platform."""

    code = "platform_not_found"
    title = "No such platform"

    def __init__(self) -> None:
        super().__init__(_("There is no such platform, or it was removed."))


class PlatformKnownError(ConflictError):
    """A platform with this issuer and client id already exists."""

    code = "platform_known"
    title = "This platform is known already"

    def __init__(self) -> None:
        super().__init__(_("A platform with this issuer and client id already exists: change that one."))


class PlatformInUseError(ConflictError):
    """People came from a platform, so it keeps its issuer: another issuer gives the same ids to other people."""

    code = "platform_in_use"
    title = "People came from this platform"

    def __init__(self) -> None:
        super().__init__(
            _(
                "People came from this platform, and its issuer says who they are, so the issuer can't be changed. Add "
                "the other one as a new platform."
            )
        )


class LinkTakenError(ConflictError):
    """The person at the platform is linked to another account."""

    code = "lti_identity_taken"
    title = "This belongs to another account"

    def __init__(self) -> None:
        super().__init__(_("Your account at the platform is linked to another account here."))


class ServiceFailedError(JaxDojoError):
    """A platform's service gave no response, or an unusable one; `result` is short and English, for lists."""

    code = "lti_service_failed"
    status = 502
    title = "The platform didn't answer as it should"

    def __init__(self, result: str) -> None:
        super().__init__(_("The platform didn't answer as it should: %(result)s.", result=tell_result(result)))
        self.result = str(result)


def tell_result(result: str) -> str:
    """Return the stored result of a request to a platform, a `ServiceFailure` or a status, in the reader's language."""
    status = STATUS.fullmatch(result)
    if status is None:
        return lookup(result)
    if status[1]:
        return _("no access token: status %(status)s", status=status[2])
    return _("status %(status)s", status=status[2])


def explain(reason: Refusal) -> str:
    """Return the message for somebody whose launch is refused, with what they can do."""
    again = _("Go back to your course and open the link again.")
    setup = _("Something is set up wrongly. Show your teachers the code below.")
    told = {
        Refusal.PLATFORM_UNKNOWN: _("This site doesn't know the platform that you come from."),
        Refusal.PLATFORM_AMBIGUOUS: _("Several platforms here have this address, and yours didn't say which it is."),
        Refusal.PLATFORM_REFUSED: _("Your platform refused to say who you are."),
        Refusal.PLATFORM_SILENT: _("We can't read your platform's keys right now, so we can't check who you are."),
        Refusal.LOGIN_INCOMPLETE: _("Your platform left out something that it must send."),
        Refusal.LOGIN_TARGET: _("The link leads to another site."),
        Refusal.STATE_MISSING: _("This wasn't started here."),
        Refusal.STATE_UNKNOWN: _("This wasn't started here, or too long ago."),
        Refusal.STATE_EXPIRED: _("This took too long."),
        Refusal.STATE_USED: _("This was opened already; each link works once."),
        Refusal.BROWSER: _("This was started in another browser, or your browser blocks this site's cookies."),
        Refusal.TOKEN_MISSING: _("Your platform didn't say who you are."),
        Refusal.TOKEN_MALFORMED: _("What your platform sent can't be read."),
        Refusal.ALGORITHM: _("What your platform sent isn't properly signed."),
        Refusal.KEY_MISSING: _("What your platform sent doesn't say which key signed it."),
        Refusal.KEY_UNKNOWN: _("What your platform sent is signed with a key that isn't one of the platform's."),
        Refusal.SIGNATURE: _("The signature of what was sent is wrong."),
        Refusal.ISSUER: _("What was sent comes from a different platform than the one that started this."),
        Refusal.AUDIENCE: _("What was sent is meant for another site."),
        Refusal.AUTHORIZED_PARTY: _("What was sent is meant for several sites, and mainly for another one."),
        Refusal.TIMES_MISSING: _("What was sent doesn't say when it was made, or how long it is valid."),
        Refusal.EXPIRED: _("What was sent is no longer valid."),
        Refusal.FUTURE: _("What was sent is from the future: a clock is wrong, your platform's or ours."),
        Refusal.TOO_OLD: _("What was sent is too old."),
        Refusal.NONCE: _("What was sent answers a different or earlier request."),
        Refusal.DEPLOYMENT_MISSING: _("Your platform didn't say where this site is installed in it."),
        Refusal.DEPLOYMENT_UNKNOWN: _("This site isn't set up for this part of your platform."),
        Refusal.VERSION: _("Your platform doesn't use LTI 1.3."),
        Refusal.MESSAGE_TYPE: _("Your platform asks for something that this site doesn't offer."),
        Refusal.TARGET_MISSING: _("Your platform didn't say what to open."),
        Refusal.TARGET_FOREIGN: _("The link leads to another site."),
        Refusal.SUBJECT: _("Your platform didn't say who you are, and you can't work here without a name."),
        Refusal.ROLES: _("Your platform didn't say whether you are a teacher or a student."),
        Refusal.TEST_USER: _("This is your platform's test student, who has no account and gets no grades here."),
        Refusal.RESOURCE_LINK: _("Your platform didn't say which link was opened."),
        Refusal.CONTEXT: _("Your platform didn't say which course this belongs to. Open it from a course."),
        Refusal.DEEP_LINKING: _("Your platform didn't say where to send what you choose."),
    }[reason]
    mistakes = {
        Refusal.STATE_MISSING,
        Refusal.STATE_UNKNOWN,
        Refusal.STATE_EXPIRED,
        Refusal.STATE_USED,
        Refusal.EXPIRED,
        Refusal.TOO_OLD,
        Refusal.NONCE,
        Refusal.PLATFORM_SILENT,
    }
    if reason is Refusal.BROWSER:
        return f"{told} {_('Open the link in a new tab or window, and allow cookies from this site.')}"
    if reason is Refusal.TEST_USER:
        return (
            f"{told} {_('Leave the student view. The page Students of the course shows it as each student sees it.')}"
        )
    return f"{told} {again if reason in mistakes else setup}"
