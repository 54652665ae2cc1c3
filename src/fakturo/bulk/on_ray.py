"""The same on a Ray cluster: files are shared out by Ray Data; on every core of it one of our sandboxes converts them.

Source and target must be what every machine can reach: a bucket, or a folder that all of them mount. Fakturo is
installed on each. Results are written where they are made; only what became of each file comes back here.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from dataclasses import asdict, replace
from typing import Any

from fakturo.bulk.convert import Converter
from fakturo.bulk.manifest import Record
from fakturo.bulk.places import Entry, place
from fakturo.bulk.run import Order, Records
from fakturo.domain.errors import CannotRun
from fakturo.gateway.options import GatewayOptions
from fakturo.gateway.pool import Pool

LOT = 10_000
"""So many are handed to the cluster in one go: what has ended of them is noted before the next."""


class RayMissing(CannotRun):
    def __init__(self) -> None:
        super().__init__("Ray is not installed: pip install 'fakturo[ray]', here and on every machine of the cluster.")


class CoreConverter:
    """Lives in a process of the cluster, one for each core."""

    def __init__(self, order: Order, options: GatewayOptions) -> None:
        self._loop = asyncio.new_event_loop()
        self._held = AsyncExitStack()  # until the process ends
        pool = self._loop.run_until_complete(self._held.enter_async_context(Pool(options).running()))
        self._converter = Converter(place(order.source), place(order.target), order.made_with.mapping, pool, options)

    def __call__(self, row: dict[str, Any]) -> dict[str, Any]:
        return asdict(self._loop.run_until_complete(self._converter.convert(Entry(**row))))


def on_a_cluster(options: GatewayOptions, address: str | None) -> Records:
    try:
        import ray
        import ray.data
    except ImportError:
        raise RayMissing from None

    async def records(order: Order, entries: Iterator[Entry]) -> AsyncIterator[Record]:
        ray.init(address=address or "local", ignore_reinit_error=True, log_to_driver=False)
        ray.data.DataContext.get_current().enable_progress_bars = False
        cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
        while lot := [asdict(entry) for _, entry in zip(range(LOT), entries, strict=False)]:
            shared_out = ray.data.from_items(lot, override_num_blocks=min(len(lot), 4 * cores)).map(
                CoreConverter,
                fn_constructor_args=(order, replace(options, children=1)),
                concurrency=(1, cores),
                num_cpus=1,
            )
            for row in shared_out.iter_rows():
                yield Record(**row)

    return records
