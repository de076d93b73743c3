"""All SQL about which secrets of the database are sealed, and by which keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import ColumnElement, delete, func, select, update

from app.db.models import LtiKey, RecoveryCode, SecondFactor, User, WaitingMail, Webhook
from app.db.models import Session as SignIn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sqlalchemy.orm import InstrumentedAttribute, Session

NAME_LENGTH: Final = 8
"""How many characters name a key: as many stand before the dot of a sealed secret."""
COLUMNS: Final = (SecondFactor.secret, Webhook.secret, WaitingMail.content, LtiKey.secret)
"""What is sealed. None of these secrets has a dot where a sealed one has it."""


def list_key_names(session: Session) -> set[str]:
    """Return the names of all keys that seal something."""
    names: set[str] = set()
    for column in COLUMNS:
        names.update(session.scalars(select(_name(column)).where(_is_sealed(column)).distinct()))
    return names


def has_plain(session: Session) -> bool:
    """Whether there is a secret that isn't sealed."""
    return any(session.scalar(select(~_is_sealed(column)).where(~_is_sealed(column)).limit(1)) for column in COLUMNS)


def seal_again(session: Session, newest: str | None, seal: Callable[[str], str]) -> int:
    """Store each secret that the key `newest` doesn't seal as `seal` returns it; returns how many there were."""
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


def delete_sealed_by_others(session: Session, known: Iterable[str]) -> tuple[list[str], int]:
    """Delete what other keys seal: second factors, webhooks, mails, keys for LTI. End the sign-ins of those accounts.

    Returns the accounts' names, and how many webhooks there were.
    """
    lost_factor = _is_sealed(SecondFactor.secret) & _name(SecondFactor.secret).not_in(list(known))
    lost_webhook = _is_sealed(Webhook.secret) & _name(Webhook.secret).not_in(list(known))
    lost_key = _is_sealed(LtiKey.secret) & _name(LtiKey.secret).not_in(list(known))
    lost_mail = _is_sealed(WaitingMail.content) & _name(WaitingMail.content).not_in(list(known))
    accounts = session.execute(
        select(User.id, User.name).join(SecondFactor).where(lost_factor).order_by(User.name)
    ).all()
    webhooks = session.scalars(select(Webhook.id).where(lost_webhook)).all()
    users = [row.id for row in accounts]
    for statement in (
        delete(RecoveryCode).where(RecoveryCode.user_id.in_(users)),
        delete(SecondFactor).where(SecondFactor.user_id.in_(users)),
        delete(SignIn).where(SignIn.user_id.in_(users)),
        delete(Webhook).where(Webhook.id.in_(webhooks)),
        delete(WaitingMail).where(lost_mail),
        delete(LtiKey).where(lost_key),
    ):
        session.execute(statement, execution_options={"synchronize_session": False})
    return [row.name for row in accounts], len(webhooks)


def _is_sealed(column: InstrumentedAttribute[str]) -> ColumnElement[bool]:
    return func.substr(column, NAME_LENGTH + 1, 1) == "."


def _name(column: InstrumentedAttribute[str]) -> ColumnElement[str]:
    return func.substr(column, 1, NAME_LENGTH)
