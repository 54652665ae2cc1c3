"""Every knob of Fakturo, with its default, its unit and what it is for. Nothing else reads the environment.

They are declared by what they are about (storage, service, accounts, work, watching). `docs/settings.md` is made from
them.
"""

import difflib
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from pydantic import ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from fakturo.domain.addresses import is_loopback, networks
from fakturo.domain.errors import CannotRun
from fakturo.settings.accounts import Accounts
from fakturo.settings.service import Service
from fakturo.settings.sources import DEFAULT_FILE, FROM_FILE, from_file, from_secret_files
from fakturo.settings.storage import Storage
from fakturo.settings.watching import Watching
from fakturo.settings.work import Work

DATABASES = ("database_url", "database_direct_url")
POSTGRESQL = ("postgresql", "postgres")
ALIKE = 0.85
"""So similar must a name in the environment be to a setting's that we think it was meant."""


class BadSetting(CannotRun):
    """A setting's value cannot be used; the text names it."""


class Settings(Watching, Work, Accounts, Service, Storage, BaseSettings):
    """All of them; the last group named here comes first in lists."""

    model_config = SettingsConfigDict(frozen=True, extra="ignore", env_ignore_empty=True)

    @field_validator("default_mapping")
    @classmethod
    def _as_older_clients_write_it(cls, name: str) -> str:
        return name.removesuffix(".json")

    @field_validator(*DATABASES)
    @classmethod
    def _postgresql(cls, address: str | None) -> str | None:
        """An address, or libpq's words like host=…; what is wrong otherwise is said when it is used."""
        scheme, is_address, _ = (address or "").partition("://")
        if is_address and scheme not in POSTGRESQL:
            raise ValueError(
                f"{scheme} is not supported. It should be a PostgreSQL server, like postgresql://user@host/database"
            )
        return address

    @field_validator("gateway_url", "public_url", "fakturo_server", "llm_base_url", "otel_exporter_otlp_endpoint")
    @classmethod
    def _web_address(cls, address: str | None) -> str | None:
        for each in (address or "").split(",") if address is not None else ():
            parts = urlsplit(each.strip())
            if parts.scheme not in {"http", "https"} or not parts.hostname or not _has_possible_port(each):
                raise ValueError("It should be an address like http://127.0.0.1:8002")
        return address

    @field_validator("trusted_proxies", "webhook_allowed_networks")
    @classmethod
    def _addresses(cls, text: str | None) -> str | None:
        networks(text or "")
        return text

    @field_validator("log_level", mode="before")
    @classmethod
    def _lower(cls, level: str) -> str:
        return level.lower()

    @property
    def listen_url(self) -> str | None:
        return self.database_direct_url or self.database_url

    @property
    def gateway_urls(self) -> list[str]:
        addresses = self.gateway_url or address_of(self.gateway_host, self.gateway_port)
        return [url.strip().rstrip("/") for url in addresses.split(",")]

    @property
    def areas(self) -> dict[str, Path]:
        results = self.results_dir or self.data_dir / "results"
        return {
            "uploads": self.uploads_dir or self.data_dir / "uploads",
            "results": results,
            "archive": self.archive_dir or results / "archive",  # always where all workers can write
        }

    @property
    def older_stores(self) -> list[str]:
        return [url.strip().rstrip("/") for url in (self.storage_also or "").split(",") if url.strip()]

    @property
    def is_for_this_machine_alone(self) -> bool:
        """Nobody else reaches the page, not through a proxy either."""
        return is_loopback(self.web_host) and self.public_url is None

    @property
    def page_url(self) -> str:
        return self.public_url or address_of(self.web_host, self.web_port)


SECRETS = (*DATABASES, *(name for name, field in Settings.model_fields.items() if not field.repr))
"""Never shown, and read from a file that NAME_FILE names, too."""
_PASSWORD = re.compile(r"(://[^:@/]*:|password=)[^@\s]+(@|\s|$)")


def address_of(host: str, port: int) -> str:
    """Where something that listens there is reached from this machine."""
    reached = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    return f"http://[{reached}]:{port}" if ":" in reached else f"http://{reached}:{port}"


def _has_possible_port(address: str) -> bool:
    try:
        return urlsplit(address.strip()).port != 0
    except ValueError:
        return False


class _File:
    """The one that the command line named."""

    path: Path | None = None


def use_file(path: Path | None) -> None:
    _File.path = path


def load(**given: Any) -> Settings:
    """What the command line gave, then the environment, then files with secrets, then the settings' file."""
    given = {name: value for name, value in given.items() if value is not None}
    try:
        return Settings(**(_from_files() | given))
    except ValidationError as error:
        raise BadSetting("\n".join(_in_words(each) for each in error.errors())) from None


def _from_files() -> dict[str, Any]:
    """But for what the environment says itself."""
    said = from_file(_File.path, Settings.model_fields) | from_secret_files(os.environ, SECRETS)
    return {name: value for name, value in said.items() if not os.environ.get(name.upper())}


@dataclass(frozen=True, slots=True)
class Explained:
    name: str
    value: str
    source: str


def explained() -> Iterator[Explained]:
    """Every setting in force, secrets masked, and where each comes from."""
    config = load()
    secret, file = from_secret_files(os.environ, SECRETS), from_file(_File.path, Settings.model_fields)
    for name in Settings.model_fields:
        source = "default"
        if os.environ.get(name.upper()):
            source = "environment"
        elif name in secret:
            source = f"{name.upper()}{FROM_FILE}"
        elif name in file:
            source = str(_File.path or DEFAULT_FILE)
        yield Explained(name.upper(), shown(name, getattr(config, name)), source)


def shown(name: str, value: object) -> str:
    """Without what is secret of it."""
    if value is None:
        return ""
    if name in DATABASES:
        return _PASSWORD.sub(r"\1…\2", str(value))
    return "…" if name in SECRETS else str(value)


def _in_words(error: Any) -> str:
    setting, value = str(error["loc"][0]), error["input"]
    if setting in DATABASES:  # a password may be in it
        value = f"{str(value).partition('://')[0]}://…"
    elif setting in SECRETS:
        value = "…"
    return bad_value(setting, value, error["msg"].removeprefix("Value error, "))


def misspelt() -> list[str]:
    """A sentence for each name in the environment that is nearly a setting's; it may be another program's, though."""
    known = [name.upper() for name in Settings.model_fields]
    foreign = [name for name in os.environ if name.removesuffix(FROM_FILE) not in known]
    near = {name: difflib.get_close_matches(name, known, n=1, cutoff=ALIKE) for name in foreign}
    return [f"{name} is no setting. Did you mean {close[0]}?" for name, close in sorted(near.items()) if close]


def bad_value(setting: str, value: object, reason: str) -> str:
    stop = "" if reason.endswith((".", "?")) else "."
    return f"The setting {setting.upper()} has the value {value!r}, which is not valid: {reason}{stop}"


def environment_with(settings: Settings, **changed: object) -> dict[str, str]:
    """Our environment for a child of ours, with these settings spelled out."""
    spelled = {name: getattr(settings, name) for name in settings.model_fields_set} | changed
    return dict(os.environ) | {name.upper(): str(value) for name, value in spelled.items() if value is not None}
