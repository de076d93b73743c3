"""A problem in authoring, as one person may work on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.db.statuses import Role, SharingRole
from app.domains.authoring import repository

if TYPE_CHECKING:
    from app.domains.accounts.schemas import Account
    from app.domains.authoring.repository import ProblemRow


@dataclass(frozen=True)
class Authored:
    """A problem that `user` owns or shares. `problem_id` is None before it has a row."""

    slug: str
    user: Account
    problem_id: int | None
    row: ProblemRow

    @property
    def row_id(self) -> int:
        """The id of the problem's row; an unused id if it has none."""
        return -1 if self.problem_id is None else self.problem_id

    @property
    def identity(self) -> repository.ProblemIdentity:
        """What tells it from every other problem, also from one that gets its slug once it is deleted."""
        return repository.ProblemIdentity(self.slug, self.problem_id, self.row.begun_at)

    @property
    def role(self) -> SharingRole:
        """What `user` may do with it; an admin may do everything."""
        return SharingRole.EDIT if self.user.role is Role.ADMIN else self.row.roles[self.user.id]

    @property
    def may_edit(self) -> bool:
        """Whether `user` may change and publish it."""
        return self.role.allows(SharingRole.EDIT)

    @property
    def is_owned(self) -> bool:
        """Whether `user` can share it: as its owner, or an admin."""
        return self.user.role is Role.ADMIN or self.row.owner == self.user.name
