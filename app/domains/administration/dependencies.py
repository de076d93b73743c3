"""Access for admins: a FastAPI dependency of every admin page and route."""

from typing import Annotated

from fastapi import Depends

from app.db.statuses import Role
from app.domains.accounts.dependencies import CurrentUser
from app.domains.accounts.schemas import Account
from app.domains.administration.service import AdministrationService
from app.http.parts import provide
from app.kit.errors import ForbiddenError
from app.kit.language import translate as _

AdministrationDep = Annotated[AdministrationService, provide("administration")]


async def current_admin(user: CurrentUser) -> Account:
    """Return the requesting admin; raises `ForbiddenError` for anybody else."""
    if user.role is not Role.ADMIN:
        raise ForbiddenError(_("This is for admins only."))
    return user


CurrentAdmin = Annotated[Account, Depends(current_admin)]
"""The requesting admin; 401 or 403 without one."""
