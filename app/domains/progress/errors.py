"""Errors about progress."""

from __future__ import annotations

from app.kit.errors import ConflictError, NotFoundError
from app.kit.language import translate as _


class CertificateNotFoundError(NotFoundError):
    """No certificate has this address, or it was withdrawn."""

    code = "certificate_not_found"
    title = "No such certificate"

    def __init__(self) -> None:
        super().__init__(_("There is no certificate at this address, or its owner withdrew it."))


class TrackUnfinishedError(ConflictError):
    """The track isn't finished: a certificate needs every kata solved."""

    code = "track_unfinished"
    title = "Track not finished"

    def __init__(self) -> None:
        super().__init__(_("You can make a certificate once you have solved every kata of the track."))


class ProfileNotFoundError(NotFoundError):
    """There is no public profile with this name."""

    code = "profile_not_found"
    title = "No public profile"

    def __init__(self) -> None:
        super().__init__(_("There is no public profile with this name."))
