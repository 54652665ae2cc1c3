"""`fakturo jobs show`: one job's story, for operators."""

import asyncio
import json
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

import typer

from fakturo.cli.options import DataDir, operators_settings
from fakturo.domain.errors import CannotRun

SAID = ("worker", "gateway_status", "duration_ms", "error_code")


def show(
    job_id: Annotated[UUID, typer.Argument(help="Id of a job, anybody's.", metavar="ID")],
    log: Annotated[bool, typer.Option("--log", help="All that happened to it, over all processes.")] = False,
    data_dir: DataDir = None,
) -> None:
    """Say how one job stands, from the database. For operators: no key is asked for."""
    from fakturo.store.stories import story_of
    from fakturo.wiring.storage import database_url

    found = asyncio.run(story_of(database_url(operators_settings(data_dir, service="jobs")), job_id))
    if found is None:
        raise CannotRun(f"There is no job {job_id}.")
    job, events = found
    for name, value in job.items():
        if value is not None:
            print(f"{name + ':':20} {value}")
    if log:
        print()
        began: datetime | None = events[0]["created_at"] if events else None
        for event in events:
            print(_line(event, began))


def _line(event: dict[str, Any], began: datetime | None) -> str:
    after = (event["created_at"] - began).total_seconds() if began else 0
    said = [f"{name}={event[name]}" for name in SAID if event[name] is not None]
    more = [json.dumps(event["meta"], ensure_ascii=False)] if event["meta"] else []
    head = (
        f"{event['created_at']:%Y-%m-%d %H:%M:%S}  +{after:8.3f} s  {event['event_type']:12} attempt {event['attempt']}"
    )
    return "  ".join([head, *said, *more])
