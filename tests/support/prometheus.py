"""A real Prometheus (Debian's package) over processes of a test, with our own rules; only their waiting is shorter."""

import asyncio
import contextlib
import json
import shutil
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from ruamel.yaml import YAML

from fakturo import processes
from tests.support.stack import free_port, until

RULES = Path(__file__).resolve().parents[2] / "deploy" / "prometheus"
PROGRAM = shutil.which("prometheus")
NO_PROMETHEUS = pytest.mark.skipif(PROGRAM is None, reason="prometheus is missing: apt-get install prometheus")


@dataclass(frozen=True)
class Prometheus:
    url: str

    async def firing(self) -> set[str]:
        async with httpx.AsyncClient(trust_env=False) as client:
            found = (await client.get(f"{self.url}/api/v1/alerts")).raise_for_status().json()["data"]["alerts"]
        return {each["labels"]["alertname"] for each in found if each["state"] == "firing"}

    async def until_it_fires(self, *names: str, seconds: float = 240) -> None:
        async def all_fire() -> bool:
            await asyncio.sleep(0.3)
            return set(names) <= await self.firing()

        await until(all_fire, seconds=seconds, what=f"{', '.join(names)} firing")

    async def until_it_is_quiet(self, *names: str, seconds: float = 240) -> None:
        async def none_fires() -> bool:
            await asyncio.sleep(0.3)
            fires = await self.firing()
            return not (fires & set(names) if names else fires)

        await until(none_fires, seconds=seconds, what=f"{', '.join(names) or 'all'} being quiet")

    async def knows(self, query: str) -> bool:
        async with httpx.AsyncClient(trust_env=False) as client:
            answer = await client.get(f"{self.url}/api/v1/query", params={"query": query})
        return bool(answer.raise_for_status().json()["data"]["result"])


@contextlib.asynccontextmanager
async def prometheus_over(ports: Sequence[int], directory: Path) -> AsyncIterator[Prometheus]:
    assert PROGRAM
    home, port = directory / "prometheus", free_port()
    home.mkdir()
    for file in RULES.glob("*.yml"):
        (home / file.name).write_text(json.dumps(_impatient(YAML(typ="safe").load(file))))
    (home / "prometheus.yml").write_text(json.dumps(_config(ports)))
    command = [PROGRAM, f"--config.file={home}/prometheus.yml", f"--storage.tsdb.path={home}/data", "--log.level=warn"]
    with (home / "log").open("wb") as log:
        process = await processes.start([*command, f"--web.listen-address=127.0.0.1:{port}"], output=log)
    watching = Prometheus(f"http://127.0.0.1:{port}")
    try:
        await until(lambda: _scrapes(watching, len(ports)), what="Prometheus scraping all")
        yield watching
    finally:
        await processes.stop(process)


def _impatient(rules: dict[str, Any]) -> dict[str, Any]:
    for group in rules["groups"]:
        group["interval"] = "1s"
        for rule in group["rules"]:
            if "for" in rule:
                rule["for"] = "1s"
    return rules


def _config(ports: Sequence[int]) -> dict[str, Any]:
    return {
        "global": {"scrape_interval": "1s", "scrape_timeout": "1s", "evaluation_interval": "1s"},
        "rule_files": ["alerts.yml", "slo.yml"],
        "scrape_configs": [
            {"job_name": "fakturo", "static_configs": [{"targets": [f"127.0.0.1:{port}" for port in ports]}]}
        ],
    }


async def _scrapes(watching: Prometheus, targets: int) -> bool:
    try:
        return await watching.knows(f"sum(up) == {targets}")
    except httpx.HTTPError:
        return False
