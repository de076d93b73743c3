"""The arrangement of the site's pages, by reader; a page's address is `/help/` and its name here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Part:
    """The pages for one reader. A page's name is the one in `docs/`, or the one given by the module that makes it."""

    reader: str
    about: str
    pages: tuple[str, ...]


TITLES: Final = {
    "overview": "Overview",
    "lti": "LTI: from a learning management system",
    "decisions/README": "Decisions",
}
"""Names of pages in lists, if their own title is too long there, or says too little."""
PARTS: Final = (
    Part(
        "Learner",
        "You solve katas, and want to know what a verdict means.",
        ("overview", "verdicts", "codes/index", "concepts/index", "commands", "notebooks"),
    ),
    Part(
        "Author",
        "You write katas: cases, checks, solutions that must pass and mistakes that must be caught.",
        ("authoring", "cookbook", "cases", "checks/index", "authoring-api", "curriculum"),
    ),
    Part(
        "Instructor",
        "You teach a class: rosters, assignments, exams, grades, your learning management system.",
        ("courses", "lti", "lti-moodle", "lti-canvas", "similarity"),
    ),
    Part(
        "Operator",
        "You run the service for others, keep its data, and upgrade it.",
        (
            "deployment",
            "hardware",
            "settings",
            "accounts",
            "oidc",
            "smtp",
            "postgresql",
            "backup",
            "restore-drill",
            "upgrading",
            "operations",
            "scaling",
            "security",
        ),
    ),
    Part(
        "Developer",
        "You call the HTTP interface, or change JAX Dojo itself.",
        ("api", "interface/index", "stability", "contributing", "decisions/README", "changelog"),
    ),
)
