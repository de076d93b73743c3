"""The settings of one installation: read once, frozen, and passed as an argument.

Sources, highest priority first: explicit arguments, environment variables with the prefix `JAXDOJO_`, and a `.env` file
in the working directory.
"""

import os
from pathlib import Path
from typing import Any, Final, Literal

import platformdirs
from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from app.kit.addresses import show_address
from app.kit.errors import DataDirectoryError, SettingsError

PREFIX: Final = "JAXDOJO_"
PACKAGE: Final = Path(__file__).resolve().parent.parent
SHIPPED: Final = PACKAGE / "_data" if (PACKAGE / "_data").is_dir() else PACKAGE.parent
"""The folder with `problems` and `reference_solutions`: below the package in a wheel, beside it in a checkout."""


def count_cores() -> int:
    """Return the number of processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _default_database_url(values: dict[str, Any]) -> str:
    data = values.get("data")
    return f"sqlite:///{data}/jaxdojo.sqlite3" if data else ""


class Settings(BaseSettings):
    """All settings. The environment variable of a field is `JAXDOJO_` and the field's name."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_file=".env", extra="ignore", frozen=True)

    data: Path = Field(
        default_factory=lambda: platformdirs.user_data_path("jaxdojo"),
        description="Directory of the database, the published bundles and the installation's secrets; default: "
        "`jaxdojo` in your account's data directory, on Linux `~/.local/share/jaxdojo`.",
    )
    host: str = Field(default="127.0.0.1", min_length=1, description="Address to listen on.")
    port: int = Field(default=8000, ge=0, le=65535, description="TCP port to listen on; 0: any free one.")
    database_url: str = Field(
        default_factory=_default_database_url,
        min_length=1,
        description="Address of the database: `sqlite:///PATH` or `postgresql://USER:PASSWORD@HOST/NAME`; default: a "
        "SQLite file in the data directory.",
    )
    problems: Path = Field(
        default=SHIPPED / "problems",
        description="Folder of problem packages, in place of those that come with JAX Dojo, which are the default.",
    )
    references: Path = Field(
        default_factory=lambda values: values.get("problems", SHIPPED / "problems").parent / "reference_solutions",
        description="Folder of reference solutions; default: `reference_solutions` beside the folder of problems.",
    )
    bundles_url: str = Field(
        default="",
        max_length=2000,
        description="Shared storage of published bundles, for a service on several machines, as an fsspec address such "
        "as `s3://bucket/prefix`; each machine copies the bundles that it needs to its data directory. Default: "
        "bundles are stored in the data directory only.",
    )
    workers: int = Field(
        default_factory=count_cores,
        ge=1,
        le=256,
        description="Number of submissions that are graded at the same time; default: one per processor core.",
    )
    device: Literal["cpu", "gpu"] = Field(
        default="cpu", description="Device that submissions run on. `gpu` weakens the sandbox to tier G."
    )
    background_minutes: int = Field(
        default=15,
        ge=0,
        le=10_080,
        description="Minutes without work after which the grader that `jaxdojo grade` leaves in the background ends; "
        "as long as it runs, the next grade starts at once. 0: `jaxdojo grade` leaves none. For a GPU it never "
        "leaves one.",
    )
    authoring_minutes: int = Field(
        default=10,
        ge=0,
        le=10_080,
        description="Minutes for which the sandboxes of a problem that was checked in the browser, or through the API, "
        "stay ready for its next check, which then starts at once; those of the two problems checked last are kept. "
        "0: each check starts its own. For a GPU none are kept.",
    )
    spares: int = Field(default=2, ge=0, le=256, description="Number of sandboxes kept ready in advance.")
    sandbox_memory_mb: int = Field(
        default=1536, ge=256, le=2**20, description="Private memory of one sandbox, in MiB; at least 256."
    )
    sandbox_threads: int = Field(
        default=256, ge=16, le=2**15, description="Maximum number of threads of one sandbox; at least 16."
    )
    sandbox_output_kib: int = Field(
        default=16384,
        ge=1,
        le=2**20,
        description="Amount of printed output, in KiB, above which a submission is ended with `output_limit_exceeded`.",
    )
    sandbox_uid: int = Field(
        default=64738,
        ge=1000,
        le=2**31 - 1,
        description="User id and group id of sandboxes if the service runs as root; at least 1000, and used by nothing "
        "else.",
    )
    sandbox_packages: str = Field(
        default="",
        description="Installed distributions that submissions may import besides jax, flax and optax, separated by "
        "commas, such as `chex,einops`; the distributions that these require may be imported, too.",
    )
    cgroups: Literal["auto", "require", "off"] = Field(
        default="auto",
        description="Whether sandboxes run in control groups; `auto`: if control groups are available; `require`: "
        "always, and where there are none, nothing is graded; `off`: never.",
    )
    minimum_tier: Literal["A", "B"] = Field(
        default="B",
        description="The weakest sandbox that may be used for grading; `A`: one with a control group; `B`: even one "
        "without.",
    )
    other_pythons: str = Field(
        default="",
        description="Paths of Python interpreters in other environments with jax and flax, separated by `:`; full "
        "publishing also tries each problem with those whose versions it claims to support.",
    )
    runner: Literal["inside", "separate"] = Field(
        default="inside",
        description="`inside`: the server also grades; `separate`: only `jaxdojo runner` processes grade.",
    )
    runner_role: str = Field(
        default="",
        pattern=r"^([a-z_][a-z0-9_]{0,62})?$",
        description="PostgreSQL role with which runners connect; it must exist. Each start of a server, and `jaxdojo "
        "db upgrade`, grants it exactly the rights that a runner needs. Don't set this on machines with runners.",
    )
    runner_port: int = Field(
        default=0,
        ge=0,
        le=65535,
        description="TCP port on which a separate runner answers `/healthz`, `/readyz` and `/metrics`; 0: none.",
    )
    monitoring_port: int = Field(
        default=0,
        ge=0,
        le=65535,
        description="Another TCP port, on which a server answers only `/healthz`, `/readyz` and `/metrics`; 0: none.",
    )
    runner_labels: str = Field(
        default="",
        max_length=500,
        description="Labels shown beside this runner's name, such as `a100, room 4`.",
    )
    runner_failures: int = Field(
        default=5,
        ge=0,
        le=1000,
        description="Number of grades in a row that fail on the platform's side before a runner is set aside; 0: it "
        "never is.",
    )
    metrics: Literal["local", "direct", "open", "off"] = Field(
        default="local",
        description="Who may read `/metrics`: `local`: programs on this machine; `direct`: anybody who doesn't "
        "connect through a proxy; `open`: anybody; `off`: nobody.",
    )
    public_url: str = Field(
        default="",
        pattern=r"^(https?://[A-Za-z0-9.:\[\]-]+/?)?$",
        description="Public address of the service, such as `https://dojo.example`. Links in e-mails start with it. If "
        "it starts with `https`, browsers send cookies over encrypted connections only. Default: the address to "
        "listen on.",
    )
    proxies: str = Field(
        default="127.0.0.0/8, ::1",
        max_length=2000,
        description="Reverse proxies that are trusted to report the address of a request's client: their addresses and "
        "networks, separated by commas; or, if nothing else can reach the port, the number of proxies that each "
        "request passes through, such as `1`; `0`: none. Default: those on this machine.",
    )
    telemetry: Literal["off", "otlp"] = Field(
        default="off",
        description="`otlp`: OpenTelemetry sends a trace of each request, and of the grading that follows from it, to "
        "the address that OpenTelemetry's own variables name; requires the extra `telemetry`. `off`: it sends none.",
    )
    registration: Literal["open", "invited", "closed"] = Field(
        default="open",
        description="Who can sign up. `open`: anybody; `invited`: people with an invitation; `closed`: nobody; the "
        "operator creates accounts with `jaxdojo user add`.",
    )
    mail_url: SecretStr = Field(
        default=SecretStr("console"),
        description="The server that sends e-mails: `smtp://user:password@host:port` (with STARTTLS if it is "
        "offered) or `smtps://…`; `console`: e-mails are written to the log, for development.",
    )
    mail_ca: Path | None = Field(
        default=None,
        description="File with the certificates (PEM) that are trusted for the mail server instead of the system's, "
        "for example that of your own certificate authority.",
    )
    mail_from: str = Field(
        default="JAX Dojo <jaxdojo@localhost>",
        pattern=r"^[^\r\n]+@[^\r\n]+$",
        description="Sender of e-mails, such as `JAX Dojo <dojo@dojo.example>`.",
    )
    oidc_issuer: str = Field(
        default="",
        pattern=r"^(https?://\S+)?$",
        description="Issuer of the OpenID Connect provider through which people can sign in, such as "
        "`https://login.example`; empty: there is none.",
    )
    oidc_client_id: str = Field(default="", description="The client id that the provider gave this service.")
    oidc_client_secret: SecretStr = Field(
        default=SecretStr(""),
        description="The client secret that the provider gave this service; empty: the service is a public client.",
    )
    oidc_name: str = Field(
        default="OpenID Connect",
        min_length=1,
        max_length=40,
        description="The provider's name on the button for signing in.",
    )
    session_days: int = Field(default=30, ge=1, le=365, description="Days until a sign-in expires.")
    sign_ups_per_hour: int = Field(
        default=300,
        ge=0,
        le=100_000,
        description="Maximum number of sign-ups from one address per hour; 0: any number. A whole class may share one "
        "address.",
    )
    max_pending: int = Field(
        default=4, ge=1, le=1000, description="Maximum number of submissions of one user that wait or run at once."
    )
    submissions_per_minute: int = Field(
        default=60, ge=0, le=100_000, description="Maximum number of submissions of one user per minute; 0: any number."
    )
    guest_runs: Literal["auto", "on", "off"] = Field(
        default="auto",
        description="Whether people without an account (guests) may run samples and programs; `auto`: if anybody can "
        "sign up (`JAXDOJO_REGISTRATION=open`). Such runs aren't kept.",
    )
    guest_runs_per_minute: int = Field(
        default=30,
        ge=1,
        le=100_000,
        description="Maximum number of runs per minute of guests from one address. A class may share one address.",
    )
    all_guest_runs_per_minute: int = Field(
        default=120, ge=1, le=100_000, description="Maximum number of runs per minute of all guests together."
    )
    max_guest_pending: int = Field(
        default=16,
        ge=1,
        le=10_000,
        description="Maximum number of runs of all guests together that wait or run at once.",
    )
    requests_per_minute: int = Field(
        default=600,
        ge=0,
        le=1_000_000,
        description="Maximum number of requests of one account per minute, for each server process; 0: any number.",
    )
    address_requests_per_minute: int = Field(
        default=3000,
        ge=0,
        le=1_000_000,
        description="Maximum number of requests from one address per minute, for each server process; 0: any number. A "
        "whole class may share one address.",
    )
    max_streams: int = Field(
        default=20,
        ge=0,
        le=10_000,
        description="Maximum number of open event streams of one account, or of the guests from one address, for each "
        "server process; 0: any number.",
    )
    encryption_keys: SecretStr = Field(
        default=SecretStr(""),
        description="Keys that encrypt secrets in the database, as `jaxdojo keys make` prints them, separated by "
        "commas, the newest first. Several servers that share a database need the same ones. Default: a file in "
        "the data directory.",
    )
    webhook_hosts: str = Field(
        default="",
        description="Hosts, separated by commas, that webhooks and requests to LTI platforms may reach even if their "
        "addresses aren't public.",
    )
    max_attempts: int = Field(
        default=3, ge=1, le=10, description="Maximum number of attempts to grade a submission if the platform fails."
    )
    lost_after_s: float = Field(
        default=30.0,
        ge=1,
        le=3600,
        description="Seconds without a heartbeat of its runner after which a job counts as lost.",
    )
    stop_grace_s: float = Field(
        default=10.0,
        ge=0,
        le=600,
        description="Seconds that a stopping runner waits for the submissions that it is grading.",
    )
    password_memory_kib: int = Field(
        default=65536, ge=8, le=2**21, description="Memory that computing one argon2 password hash takes, in KiB."
    )
    password_passes: int = Field(
        default=3, ge=1, le=16, description="Number of passes in computing one argon2 password hash."
    )
    log_format: Literal["console", "json"] = Field(
        default="console", description="Format of the log; `console`: for people; `json`: one JSON object per line."
    )
    log_people: Literal["none", "network", "full"] = Field(
        default="none",
        description="What the log line of each request says about the client: `none`: nothing; `network`: the account, "
        "and the address without its last part; `full`: the account and the whole address.",
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="The least serious level of messages that are logged."
    )

    @property
    def bundles(self) -> Path:
        """The folder of published bundles."""
        return self.data / "bundles"

    @property
    def compile_cache(self) -> Path:
        """The folder of the bundles' compiled programs."""
        return self.data / "compile_cache"

    @property
    def stamp(self) -> Path:
        """The file that says that nothing needs publishing: see `app.work.fingerprint`."""
        return self.data / "published.json"

    @property
    def address(self) -> str:
        """The public address of the service, without a trailing slash."""
        return self.public_url.rstrip("/") or show_address(self.host, self.port)

    @property
    def webhook_allowed(self) -> frozenset[str]:
        """The hosts that webhooks may reach even if their addresses aren't public."""
        return frozenset(host.strip().lower() for host in self.webhook_hosts.split(",") if host.strip())

    @property
    def guests_may_run(self) -> bool:
        """Whether people without an account may run code."""
        return self.guest_runs == "on" or (self.guest_runs == "auto" and self.registration == "open")

    @property
    def sends_mails(self) -> bool:
        """Whether e-mails are sent; in console mode they only reach the log."""
        return self.mail_url.get_secret_value() != "console"

    @property
    def is_sqlite(self) -> bool:
        """Whether the database is a SQLite file on this machine."""
        return self.database_url.startswith("sqlite")


def load_settings(**overrides: object) -> Settings:
    """Return the settings; raise `SettingsError`, whose message names the variable, if one is invalid."""
    try:
        given = {name: value for name, value in overrides.items() if value is not None}
        return Settings(**given)  # type: ignore[arg-type]  # pydantic checks each
    except (PermissionError, UnicodeError) as error:  # as in the home of root, where pydantic-settings looks, too
        reason = error.strerror if isinstance(error, PermissionError) else "it isn't text in UTF-8"
        raise SettingsError(f"{Path.cwd()}/.env can't be read: {reason}. Run this in another folder.") from error
    except ValidationError as error:
        first = error.errors()[0]
        field = str(first["loc"][0]) if first["loc"] else "settings"
        given = first.get("input")
        message = f"{PREFIX}{field.upper()}={given} can't be used: {first['msg']}"
        about = Settings.model_fields[field].description if field in Settings.model_fields else None
        raise SettingsError(f"{message}. {about}" if about else message) from error


def prepare_data_directory(settings: Settings) -> None:
    """Create the data directory, readable by its owner only; raises `DataDirectoryError` if that fails."""
    try:
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        settings.bundles.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise DataDirectoryError(settings.data, error.strerror or str(error)) from error
    if not os.access(settings.data, os.W_OK | os.X_OK):
        raise DataDirectoryError(settings.data, "no permission to write there")
