"""Who may administer: a FastAPI dependency that every admin page and route has."""

from typing import Annotated

from fastapi import Depends

from app.accounts.dependencies import CurrentUser
from app.accounts.schemas import Account
from app.db.statuses import Role
from app.errors import ForbiddenError
from app.language import translate as _


async def current_admin(user: CurrentUser) -> Account:
    """Return the admin who asks; raises `ForbiddenError` for everybody else."""
    if user.role is not Role.ADMIN:
        raise ForbiddenError(_("This is for admins only."))
    return user


CurrentAdmin = Annotated[Account, Depends(current_admin)]
"""The admin who asks; 401 or 403 without one."""
