"""`scripts/bench NAME`."""

import asyncio
import json
import sys

from bench import pickup, reading

BENCHES = {"pickup": pickup.measure, "reading": reading.measure}


def main() -> None:
    names = sys.argv[1:]
    if len(names) != 1 or names[0] not in BENCHES:
        sys.exit(f"Usage: scripts/bench NAME, with NAME one of: {', '.join(BENCHES)}")
    print(json.dumps(asyncio.run(BENCHES[names[0]]())))  # noqa: T201


main()
