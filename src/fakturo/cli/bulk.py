"""`fakturo bulk`: a folder or bucket of any size, without the queue."""

import asyncio
import sys
from enum import StrEnum
from typing import Annotated

import typer

from fakturo import settings
from fakturo.domain.errors import CannotRun
from fakturo.ops import logs


class On(StrEnum):
    CORES = "cores"
    RAY = "ray"


def bulk(
    source: Annotated[str, typer.Argument(help="A folder of PDFs, or a prefix of an object store: s3://bucket/in.")],
    target: Annotated[str, typer.Argument(help="Where results, manifest and summary go: a folder, or such a prefix.")],
    mapping: Annotated[str | None, typer.Option(help="What XML to make.", show_default="DEFAULT_MAPPING")] = None,
    on: Annotated[On, typer.Option(help="This machine's cores, or a Ray cluster.")] = On.CORES,
    cluster: Annotated[str | None, typer.Option(help="With --on ray: its address.", show_default="one here")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say how much there is to do.")] = False,
) -> None:
    """Convert a folder or bucket of any size, without the queue; the same command again goes on where it stopped.

    What became of each file is in manifest.jsonl, and as a table in summary.parquet, or in summary.csv where pyarrow is
    not installed (pip install 'fakturo\\[bulk]'), beside the results. Ends with 0 if all were converted (those for
    review, too), 1 if some could not be, 2 if nothing was done.
    """
    from fakturo.bulk.made_with import MadeWith
    from fakturo.bulk.run import Order, on_this_machine, run
    from fakturo.http.problems import Problem
    from fakturo.wiring.gateway_options import gateway_options

    config = settings.load()
    logs.configure("error", service="bulk")
    options = gateway_options(config)

    def tell(sentence: str) -> None:
        print(sentence, file=sys.stderr, flush=True)

    try:
        if on is On.RAY:
            from fakturo.bulk.on_ray import on_a_cluster

            records = on_a_cluster(options, cluster)
        else:
            records = on_this_machine(options)
        order = Order(source, target, MadeWith.of(mapping or config.default_mapping, options))
        progress = asyncio.run(run(order, records, tell, dry=dry_run))
    except (Problem, CannotRun, OSError) as hindrance:
        tell(f"fakturo: {_in_words(hindrance)}")
        raise SystemExit(2) from None
    raise SystemExit(1 if progress.failed else 0)


def _in_words(hindrance: Exception) -> str:
    if isinstance(hindrance, OSError) and hindrance.filename and hindrance.strerror:
        return f"{hindrance.filename}: {hindrance.strerror}."
    return str(hindrance)
