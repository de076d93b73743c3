"""All SQL about sealed secrets and their keys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sqlalchemy import ColumnElement, delete, func, select, update

from app.db.models import LtiKey, RecoveryCode, SecondFactor, User, WaitingMail, Webhook
from app.db.models import Session as SignIn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sqlalchemy.orm import InstrumentedAttribute, Session

NAME_LENGTH: Final = 8
"""Number of characters in a key's name, which precedes the dot in a sealed secret."""
COLUMNS: Final = (SecondFactor.secret, Webhook.secret, WaitingMail.content, LtiKey.secret)
"""The sealed columns. No plain secret in them has a dot at the position where a sealed one does."""


def list_key_names(session: Session) -> set[str]:
    """Return the names of all keys that seal a secret."""
    names: set[str] = set()
    for column in COLUMNS:
        names.update(session.scalars(select(_name(column)).where(_is_sealed(column)).distinct()))
    return names


def has_plain(session: Session) -> bool:
    """Return whether there is a secret that isn't sealed."""
    return any(session.scalar(select(~_is_sealed(column)).where(~_is_sealed(column)).limit(1)) for column in COLUMNS)


def seal_again(session: Session, newest: str | None, seal: Callable[[str], str]) -> int:
    """Reseal with `seal` each secret that isn't sealed by the key `newest`; returns how many there were."""
    changed = 0
    for column in COLUMNS:
        others = session.scalars(
            select(column).where(~_is_sealed(column) | (_name(column) != newest)).with_for_update()
        )
        for secret in others.all():
            session.execute(
                update(column.class_).where(column == secret).values({column.key: seal(secret)}),
                execution_options={"synchronize_session": False},
            )
            changed += 1
    return changed


@dataclass(frozen=True)
class Discarded:
    """What was deleted: the accounts' names whose second factor it was, and how many of the others."""

    accounts: list[str]
    webhooks: int
    mails: int
    lti_keys: int


def delete_sealed_by_others(session: Session, known: Iterable[str]) -> Discarded:
    """Delete second factors, webhooks, mails and LTI keys sealed by unknown keys, and the accounts' sessions."""
    lost_factor = _is_sealed(SecondFactor.secret) & _name(SecondFactor.secret).not_in(list(known))
    lost_webhook = _is_sealed(Webhook.secret) & _name(Webhook.secret).not_in(list(known))
    lost_key = _is_sealed(LtiKey.secret) & _name(LtiKey.secret).not_in(list(known))
    lost_mail = _is_sealed(WaitingMail.content) & _name(WaitingMail.content).not_in(list(known))
    accounts = session.execute(
        select(User.id, User.name).join(SecondFactor).where(lost_factor).order_by(User.name)
    ).all()
    webhooks = session.scalars(select(Webhook.id).where(lost_webhook)).all()
    mails = session.scalars(select(WaitingMail.id).where(lost_mail)).all()
    lti_keys = session.scalars(select(LtiKey.id).where(lost_key)).all()
    users = [row.id for row in accounts]
    for statement in (
        delete(RecoveryCode).where(RecoveryCode.user_id.in_(users)),
        delete(SecondFactor).where(SecondFactor.user_id.in_(users)),
        delete(SignIn).where(SignIn.user_id.in_(users)),
        delete(Webhook).where(Webhook.id.in_(webhooks)),
        delete(WaitingMail).where(WaitingMail.id.in_(mails)),
        delete(LtiKey).where(LtiKey.id.in_(lti_keys)),
    ):
        session.execute(statement, execution_options={"synchronize_session": False})
    return Discarded([row.name for row in accounts], len(webhooks), len(mails), len(lti_keys))


def _is_sealed(column: InstrumentedAttribute[str]) -> ColumnElement[bool]:
    return func.substr(column, NAME_LENGTH + 1, 1) == "."


def _name(column: InstrumentedAttribute[str]) -> ColumnElement[str]:
    return func.substr(column, 1, NAME_LENGTH)
