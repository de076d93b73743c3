"""Threads over HTTP: those of courses, and reports on verdicts."""

from fastapi import APIRouter

from app.domains.threads.routes import courses, reports

router = APIRouter()
for part in (courses, reports):
    router.include_router(part.router)
