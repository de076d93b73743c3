"""Courses over HTTP: courses and staff, rosters, assignments, exams, grades."""

from fastapi import APIRouter

from app.domains.courses.routes import assignments, courses, exams, grades, private, roster, webhooks

router = APIRouter()
for part in (courses, roster, assignments, exams, grades, webhooks, private):
    router.include_router(part.router)
