"""A strict schema for the parts of the Compose format in compose.yaml: an unknown key is a typo, or must be added."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Duration = Annotated[str, StringConstraints(pattern=r"^(\d+(ms|s|m|h)|\$\{[A-Z_]+:-\d+(ms|s|m|h)\})$")]
Size = Annotated[str, StringConstraints(pattern=r"^(\d+[kmg]|\$\{[A-Z_]+:-\d+[kmg]\})$")]
Volume = Annotated[str, StringConstraints(pattern=r"^(\./[\w/.-]+|[a-z]+):/[\w/.-]+(:ro)?$")]
Image = Annotated[str, StringConstraints(pattern=r"^([a-z/-]+:[\w.-]+|\$\{[A-Z_]+:-[a-z/-]+:[\w.-]+\})$")]
Port = Annotated[str, StringConstraints(pattern=r"^127\.0\.0\.1:\d+:\d+$")]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Build(_Strict):
    context: Literal["."]
    target: str
    args: dict[str, str] = {}


class Condition(_Strict):
    condition: Literal["service_started", "service_healthy", "service_completed_successfully"]


class HealthCheck(_Strict):
    test: list[str] = Field(min_length=2)
    interval: Duration
    timeout: Duration
    retries: int


class LogOptions(_Strict):
    max_size: Size = Field(alias="max-size")
    max_file: Annotated[str, StringConstraints(pattern=r"^[1-9]\d*$")] = Field(alias="max-file")


class Logging(_Strict):
    """A driver that rotates; `docker compose logs` reads both."""

    driver: Literal["local", "json-file"]
    options: LogOptions


class Service(_Strict):
    """A service. A variable of its environment without a value has that of `.env`; if there is none, it is unset."""

    image: Image
    build: Build | None = None
    restart: Literal["no", "unless-stopped", "always", "on-failure"]
    read_only: bool = False
    cap_drop: list[str] = []
    security_opt: list[str] = []
    tmpfs: list[str] = []
    volumes: list[Volume] = []
    networks: list[str] = []
    ports: list[Port] = []
    profiles: list[str] = []
    command: list[str] = []
    env_file: Literal[".env"] | None = None
    environment: dict[str, str | None]
    depends_on: dict[str, Condition] = {}
    healthcheck: HealthCheck | None = None
    logging: Logging
    init: bool = False
    mem_limit: Size
    pids_limit: int
    cpu_shares: int
    shm_size: Size | None = None
    stop_grace_period: Duration | None = None


class Network(_Strict):
    internal: bool = False


class Compose(BaseModel):
    """The whole file. Top-level keys that begin with `x-` are for its anchors."""

    model_config = ConfigDict(extra="allow", strict=True)

    name: Literal["jaxdojo"]
    services: dict[str, Service]
    networks: dict[str, Network | None]
    volumes: dict[str, None]

    @property
    def strangers(self) -> list[str]:
        """The top-level keys that Compose would refuse."""
        return [key for key in self.model_extra or {} if not key.startswith("x-")]
