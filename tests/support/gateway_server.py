"""A gateway with options that no setting gives: `python -m tests.support.gateway_server PORT OPTIONS-AS-JSON`."""

import asyncio
import json
import sys

from fakturo.gateway.app import create_app
from fakturo.gateway.options import GatewayOptions, Limits
from fakturo.http.server import bind, serve
from fakturo.wiring.gateway import bounds_for


def main() -> None:
    given = json.loads(sys.argv[2])
    options = GatewayOptions(**given | {"limits": Limits(**given.get("limits", {}))})
    listener = bind("127.0.0.1", int(sys.argv[1]), setting="GATEWAY_PORT")
    asyncio.run(serve(create_app(options), listener, bounds_for(options)))


if __name__ == "__main__":
    main()
