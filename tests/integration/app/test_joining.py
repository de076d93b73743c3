"""Joining a course by its code, while staff change it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.domains.courses.schemas import Joining
from tests.integration.app.conftest import EACH_DATABASE, make_instructor
from tests.integration.app.test_courses import make_course

if TYPE_CHECKING:
    from fastapi import FastAPI


@EACH_DATABASE
async def test_a_replaced_code_does_not_come_back(application: FastAPI) -> None:
    """A colleague who opens joining at the same moment has read the course before the code was replaced."""
    services = application.state.services
    async with make_instructor(application, "iris") as iris:
        course = await make_course(iris)
        access = await services.courses.find_access(await services.accounts.find("iris"), course)
        replaced = await services.courses.set_joining(access, Joining(open=True, rotate=True))
        opened = await services.courses.set_joining(access, Joining(open=True))
        assert access.course.join_code != replaced.code == opened.code
