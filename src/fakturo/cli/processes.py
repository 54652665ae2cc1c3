"""`fakturo up`, `web`, `worker`, `gateway`: the processes; and `doctor`, who looks at them."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Annotated, Any

import typer

from fakturo import settings
from fakturo.cli.options import KEPT_IN, DataDir, operators_settings
from fakturo.ops import logs

USUAL_DATA_DIR = "your user's data directory; for root, /var/lib/fakturo"


def up(
    port: Annotated[int | None, typer.Option(help="Port of the page and the API.", show_default="3000")] = None,
    gateway_port: Annotated[int | None, typer.Option(help="Port of the gateway.", show_default="8002")] = None,
    data_dir: Annotated[Path | None, typer.Option(help=KEPT_IN, show_default=f"DATA_DIR, or {USUAL_DATA_DIR}")] = None,
) -> None:
    """Run everything here: PostgreSQL (unless DATABASE_URL is set), web, worker and gateway."""
    from fakturo.up import up as run

    config = settings.load(web_port=port, gateway_port=gateway_port, data_dir=data_dir and data_dir.absolute())
    logs.configure("warning", service="up")
    asyncio.run(run(config, lambda line: print(line, flush=True)))


def web(name: Annotated[str | None, typer.Option(hidden=True)] = None) -> None:
    """Run the API and the pages."""
    from fakturo.wiring.web import run_web

    _run(lambda config: run_web(config, name), service="web")


def worker(name: Annotated[str | None, typer.Option(hidden=True)] = None) -> None:
    """Run a worker: it claims jobs and has them converted. Start as many as you like."""
    from fakturo.wiring.worker import run_worker

    _run(lambda config: run_worker(config, name), service="worker")


def gateway() -> None:
    """Run the gateway: POST /process turns a PDF into XML, or into an invoice as JSON."""
    from fakturo.wiring.gateway import run_gateway

    _run(run_gateway, service="gateway")


def doctor(data_dir: DataDir = None) -> None:
    """Check database, storage, gateway and optional programs, and say what to do."""
    from fakturo.doctor import State, examine

    config = operators_settings(data_dir, service="doctor", level="error")

    async def report() -> int:
        marks = {State.OK: "✓", State.HINT: "·", State.PROBLEM: "✗"}
        problems = 0
        async for finding in examine(config):
            print(f"{marks[finding.state]} {finding.what}: {finding.text}")
            problems += finding.state is State.PROBLEM
        print("All is well." if not problems else f"{problems} thing(s) to mend.")
        return problems

    if asyncio.run(report()):
        raise SystemExit(1)


def _run(process: Callable[["settings.Settings"], Coroutine[Any, Any, None]], *, service: str) -> None:
    config = settings.load()
    from fakturo.wiring.observed import observed

    logs.configure(config.log_level, service=service, form=config.log_format)
    with observed(config, service=service), asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(process(config))


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop where there is one."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop
