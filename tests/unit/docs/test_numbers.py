"""Numbers in documents and shipped files are those of the program.

Every number in an operator's document is in `NUMBERS`, with what it must equal, or in `FACTS`: it isn't ours to choose.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest
import yaml

from app.db.session import READERS, WRITERS
from app.db.upgrade import OLDEST_WAY_BACK
from app.domains.accounts.provider import MAX_ANSWER, MAX_KEYS
from app.domains.accounts.provider import TIMEOUT_S as ANSWER_S
from app.domains.accounts.queries import MAX_SESSIONS
from app.domains.accounts.recovery import FROM_ANYWHERE as OF_RECIPIENT
from app.domains.accounts.recovery import LINK_LASTS
from app.domains.accounts.second_factor import CODES, GUESSES, STEP_S, WINDOW
from app.domains.accounts.sessions import SEEN_EVERY
from app.domains.courses.roster_file import MAX_ROWS
from app.domains.limits.addresses import SITE_BITS, WIDER
from app.domains.limits.throttle import DAY_S, FROM_ANYWHERE, HOUR_S, KNOWN_FOR_S, NEW_BROWSERS, PER_NAME, WINDOW_S
from app.domains.lti.platforms import REGISTRATION_LASTS
from app.domains.mails.service import PATIENCE_S as MAIL_S
from app.domains.mails.service import SPACING
from app.domains.monitoring.metrics import MAX_CODES
from app.domains.runs.service import KEPT
from app.domains.similarity.repository import MAX_ATTEMPTS_OF_ONE, MAX_PEOPLE
from app.domains.tokens.devices import LASTS, MAX_BEGUN, TOKEN_DAYS
from app.domains.webhooks.sender import GIVE_UP, GONE, TIMEOUT_S
from app.http.middleware import BODY_S, MAX_BODY, MAX_TABLE, MAX_UPLOAD, MAX_UPLOADS_OF_NETWORK
from app.kit.addresses import PREFIXES
from app.kit.mail import DEFAULT_PORTS
from app.kit.outage import EVERY_S
from app.kit.settings import Settings
from app.kit.watchdog import MEMORY_S, PERIOD_S
from app.server.health import PATIENCE_S as METRICS_S
from app.work.membership import POLLERS
from grader.package.archive import MAX_TOTAL
from grader.package.files import MAX_FILE
from tests.unit.deploy.shared import DEPLOY, MARGIN_S

ROOT: Final = Path(__file__).resolve().parents[3]
KIB: Final = 1024
MIB: Final = 1024 * KIB
BODIES: Final = r"refuses more than (\d+) KiB.* may have (\d+) MiB"
WORDS: Final = {
    "four": 4, "nine": 9, "ten": 10, "a hundred": 100, "a minute": 60, "minute": 60, "half a year": 180,
    "half a minute": 30, "minute and a half": 90, "quarter of an hour": 900, "a day": 86_400,
}  # fmt: skip
SETTINGS: Final = Settings(_env_file=None)
COMPOSE: Final = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
SCALED: Final = yaml.safe_load((DEPLOY / "kubernetes/autoscaling/scaledobject.yaml").read_text(encoding="utf-8"))[
    "spec"
]
FIRST_PORT: Final = 8101


def read(path: str, pattern: str) -> float:
    """Return a number from a shipped file."""
    found = re.search(pattern, (ROOT / path).read_text(encoding="utf-8"))
    assert found is not None, f"{path}: {pattern}"
    return float(found[1])


BACKUP: Final = "jaxdojo-backup.service"
KEPT_DAYS: Final = read("deploy/postgresql/backup.sh", r"BACKUP_DAYS:-(\d+)")
WIDE: Final = [number for bits_and_limits in WIDER.items() for number in bits_and_limits]
NUMBERS: Final = [
    # A file, a pattern for the text around each number there, and the numbers.
    (
        "docs/deployment.md",
        r"bodies of (\d+) MiB .{100,250}, (\d+) MiB to those of courses .{20,40}, and (\d+) KiB elsewhere",
        [MAX_UPLOAD / MIB, pytest.approx(MAX_TABLE / MIB, rel=0.05), MAX_BODY / KIB],
    ),
    (
        "docs/deployment.md",
        r"Runner 1 answers on port (\d+), runner 2 on (\d+)",
        [FIRST_PORT, FIRST_PORT + 1],
    ),
    ("docs/deployment.md", r"and keeps it for (\d+) days", [read(f"deploy/systemd/{BACKUP}", r"-mtime \+(\d+)")]),
    ("docs/deployment.md", r"Logs rotate at (\d+) MB", [read("compose.yaml", r"max-size: (\d+)m")]),
    (
        "docs/deployment.md",
        r"killed: (\d+) s more than `JAXDOJO_STOP_GRACE_S`, here (\d+)",
        [MARGIN_S, read("compose.yaml", r"JAXDOJO_STOP_GRACE_S:-(\d+)\}")],
    ),
    (
        "docs/deployment.md",
        r"one runner for each (four) submissions that wait or run, from (\d+) to (\d+) runners",
        [int(SCALED["triggers"][0]["metadata"]["threshold"]), SCALED["minReplicaCount"], SCALED["maxReplicaCount"]],
    ),
    ("docs/operations.md", r"the (\d+)st code and later ones count as `other`", [MAX_CODES + 1]),
    ("docs/operations.md", r"measured (ten) times a second", [pytest.approx(1 / PERIOD_S)]),
    ("docs/operations.md", r"the longest such delay within the last (minute)", [MEMORY_S]),
    ("docs/operations.md", r"one line (a minute) for everything that waits", [EVERY_S]),
    ("docs/operations.md", r"answered the process just now, within (\d+) s", [METRICS_S]),
    ("docs/operations.md", r"the database was away for (ten) minutes", [MAIL_S / 60]),
    ("docs/scaling.md", r"exits at most (\d+) s later", [MARGIN_S]),
    ("docs/scaling.md", r"some (\d+) of them look for it", [POLLERS]),
    ("docs/scaling.md", r"Each runner holds up to (nine),", [READERS + WRITERS + 1]),
    (
        "docs/scaling.md",
        r"(\d+) runners at (\d+) s make (\d+) small updates a second",
        [1000, SETTINGS.lost_after_s, pytest.approx(1000 / (SETTINGS.lost_after_s / 4), rel=0.01)],
    ),
    ("docs/smtp.md", r"\| (\d+) \| STARTTLS", [DEFAULT_PORTS["smtp"]]),
    ("docs/smtp.md", r"\| (\d+) \| from the first byte", [DEFAULT_PORTS["smtps"]]),
    ("docs/lti-moodle.md", r"it works once, for (a day)", [REGISTRATION_LASTS.total_seconds()]),
    ("docs/upgrading.md", r"to any version from (\d+) on", [int(OLDEST_WAY_BACK)]),
    ("docs/upgrading.md", r"import files of up to (\d+) MiB", [MAX_UPLOAD / MIB]),
    ("docs/upgrading.md", r"one address can sign up (\d+) times an hour", [SETTINGS.sign_ups_per_hour]),
    ("docs/accounts.md", r"a guest's run is deleted after (\d+) minutes", [KEPT.total_seconds() / 60]),
    ("docs/accounts.md", r"the first (\d+) bits of an IPv6 address", [PREFIXES[6]]),
    ("docs/accounts.md", r"last used, to within (ten) minutes", [SEEN_EVERY.total_seconds() / 60]),
    ("docs/accounts.md", r"(Ten) recovery codes are shown once", [CODES]),
    ("docs/accounts.md", r"A code is valid once, for a (minute and a half)", [STEP_S * (2 * WINDOW + 1)]),
    (
        "docs/accounts.md",
        r"After (ten) wrong codes in a day, the account accepts one more every ([\d.]+) hours",
        [GUESSES, DAY_S / GUESSES / HOUR_S],
    ),
    ("docs/api.md", r"`jaxdojo login` ends after (\d+) days", [TOKEN_DAYS]),
    ("docs/api.md", r"A body can have up to (\d+) KiB", [MAX_BODY / KIB]),
    ("docs/api.md", r"A body must arrive within (\d+) seconds", [BODY_S]),
    ("docs/api.md", r"by at most (\d+) requests of one network", [MAX_UPLOADS_OF_NETWORK]),
    ("docs/api.md", r"within (\d+) seconds ends the delivery", [TIMEOUT_S]),
    ("docs/api.md", r"(\d+) disables the webhook, and so does a day", [GONE]),
    ("docs/security.md", r"up to (\d+) people at a time .{30,60} every (\d+) seconds", [MAX_ROWS, SPACING.seconds]),
    (
        "docs/authoring.md",
        r"at most (\d+) KiB, those of a problem together (\d+) MiB",
        [MAX_FILE / KIB, MAX_TOTAL / MIB],
    ),
    ("docs/similarity.md", r"At most (\d+) people .{20,100} runs the newest (\d+)", [MAX_PEOPLE, MAX_ATTEMPTS_OF_ONE]),
    ("docs/security.md", r"at most (\d+) people's; at most (\d+) attempts of each", [MAX_PEOPLE, MAX_ATTEMPTS_OF_ONE]),
    ("deploy/proxy/nginx.conf", BODIES, [MAX_BODY / KIB, MAX_UPLOAD / MIB]),
    ("deploy/proxy/Caddyfile", BODIES, [MAX_BODY / KIB, MAX_UPLOAD / MIB]),
    ("docs/postgresql.md", r"One process holds up to (\d+)", [READERS + WRITERS + 1]),
    ("docs/postgresql.md", r"`BACKUP_DAYS` days, by default (\d+)", [KEPT_DAYS]),
    (
        "docs/security.md",
        r"from everywhere \((\d+) a day\); codes of\s+second factors likewise \((\d+)",
        [FROM_ANYWHERE, GUESSES],
    ),
    (
        "docs/accounts.md",
        r"After (ten) wrong passwords .{20,40} one more try is allowed every (half a minute)",
        [PER_NAME, WINDOW_S / PER_NAME],
    ),
    (
        "docs/accounts.md",
        r"after (a hundred) in a day .{20,40} one every (quarter of an hour)",
        [FROM_ANYWHERE, pytest.approx(DAY_S / FROM_ANYWHERE, rel=0.1)],
    ),
    ("docs/accounts.md", r"At most (\d+) browsers a day become known", [NEW_BROWSERS]),
    ("docs/accounts.md", r"`JAXDOJO_SESSION_DAYS`, or (\d+) later ones", [MAX_SESSIONS]),
    ("docs/accounts.md", r"One address can sign up (\d+) times an hour", [SETTINGS.sign_ups_per_hour]),
    (
        "docs/accounts.md",
        r"begin to sign in (\d+) programs in (ten) minutes\. One recipient gets at most (\d+) such links a day",
        [MAX_BEGUN, LASTS.total_seconds() / 60, OF_RECIPIENT],
    ),
    ("docs/accounts.md", r"The first (\d+) bits of an IPv6 address count as one", [SITE_BITS]),
    ("docs/accounts.md", r"its /(\d+) has the limits of (\d+) addresses, its /(\d+) those of (\d+)\.", [*WIDE]),
    ("docs/upgrading.md", r"IPv6 /(\d+) has the rate limits of (\d+) addresses, a /(\d+) those of (\d+)\.", [*WIDE]),
    (
        "docs/upgrading.md",
        r"begin to sign in (\d+) programs in (ten) minutes",
        [MAX_BEGUN, LASTS.total_seconds() / 60],
    ),
    (
        "docs/upgrading.md",
        r"answers may have up to (\d+) KiB, (\d+) keys and (\d+) seconds",
        [MAX_ANSWER / KIB, MAX_KEYS, ANSWER_S],
    ),
    ("docs/accounts.md", r"gives it separate tries for (half a year)", [KNOWN_FOR_S / DAY_S]),
]


@pytest.mark.parametrize(("name", "pattern", "numbers"), NUMBERS)
def test_numbers_are_those_of_the_program(name: str, pattern: str, numbers: list[float]) -> None:
    found = re.search(pattern, flatten(name))
    assert found is not None, f"{name} no longer says it: {pattern}"
    assert [float(WORDS.get(one.lower(), one)) for one in found.groups()] == numbers


def test_ports_of_runners_are_those_of_the_unit() -> None:
    assert read("deploy/systemd/jaxdojo-runner@.service", r"JAXDOJO_RUNNER_PORT=(\d+)%i") * 10 + 1 == FIRST_PORT


OPERATORS: Final = (
    "accounts", "backup", "deployment", "lti", "lti-canvas", "lti-moodle", "oidc", "operations", "postgresql",
    "restore-drill", "scaling", "smtp", "upgrading",
)  # fmt: skip
"""Operators' documents. docs/settings.md is made from the program, and `test_hardware.py` tests docs/hardware.md."""
FACTS: Final = {
    "a number of another document, or of a version": r"\[?[Dd]ecision \d+|1\.0\.0rc1",
    "other people's software": r"(Debian|Ubuntu from|systemd|Kubernetes|PostgreSQL,|KEDA|operator|Moodle|Python|"
    r"from version) [\d.]+( or newer| and [\d.]+)?",
    "a name": r"IPv[46]|amd64|arm64",
    "a status of HTTP, or of a command": r"\| (200|503) (\||when|while)|, 503 when|status 503|(the|its) 202|"
    r"status is 0",
    "a state, or none": r"0: never|\| 1 (for the tier|if the database)|; 0 if|`version`, `python` \| 1|` is (not )?\d",
    "a share in a formula": r"`JAXDOJO_LOST_AFTER_S`/4",
    "the port of mail between servers": r"(\| |port )25\b",
    "what systemd-analyze computes; `test_systemd.py` tests a limit": r"from 0 \(best\) to 10|\| (2\.8|1\.2|2\.6) \|",
    "LTI's version": r"LTI 1\.3",
    "mode of files of the units; `test_systemd.py`": r"umask is 0077",
    "a measurement": r"some seconds for each 100,000",
}
"""Numbers that the program doesn't have, by what they are."""
MEASURED: Final = {"docs/scaling.md": "below `"}
"""Documents whose end is a model and dated measurements, and where that begins."""


@pytest.mark.parametrize("name", [f"docs/{name}.md" for name in OPERATORS])
def test_no_other_number_is_in_an_operators_document(name: str) -> None:
    text = flatten(name).partition(MEASURED.get(name, "\0"))[0]
    known = set[int]()
    for document, pattern, _numbers in NUMBERS:
        for found in re.finditer(pattern, text) if document == name else ():
            known.update(range(*found.span()))
    for pattern in (*FACTS.values(), r"`[^`]*`", r"\]\([^)]*\)"):
        for found in re.finditer(pattern, text):
            known.update(range(*found.span()))
    unknown = [found for found in re.finditer(r"\d[\d.,]*", text) if found.start() not in known]
    assert not unknown, [text[max(0, found.start() - 40) : found.end() + 20] for found in unknown]


def flatten(name: str) -> str:
    """Return a document in one line, without programs, headings and the numbers of steps."""
    text = (ROOT / name).read_text(encoding="utf-8")
    if name.endswith(".md"):
        text = re.sub(
            r"^```.*?^```$|^#[^\n]*$|^\d+\. |\bstep \d\b|^ {4,}\S[^\n]*$", "", text, flags=re.MULTILINE | re.DOTALL
        )
    return " ".join(text.split())


def test_words_of_time() -> None:
    """What documents say about days and hours."""
    assert GIVE_UP.total_seconds() == DAY_S
    assert LINK_LASTS.total_seconds() == HOUR_S


@pytest.mark.parametrize(
    ("name", "pattern"),
    [
        ("deploy/proxy/nginx.conf", r"location ~ .*import\)\$ \{\s+client_max_body_size (\d+)m;"),
        ("deploy/proxy/Caddyfile", r"request_body @archives \{\s+max_size (\d+)MiB"),
        ("deploy/kubernetes/ingress.example.yaml", r"proxy-body-size: (\d+)m"),
    ],
)
def test_proxies_let_archives_through_and_not_much_more(name: str, pattern: str) -> None:
    found = re.search(pattern, (ROOT / name).read_text(encoding="utf-8"))
    assert found is not None
    assert MAX_UPLOAD < int(found[1]) * MIB <= 2 * MAX_UPLOAD
