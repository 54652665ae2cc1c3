"""An ordinary gateway, but for its children, which ask the directory what a file says: asking_parent.py."""

import asyncio

from fakturo.gateway.sandbox import link
from fakturo.ops import logs
from fakturo.settings import load
from fakturo.wiring.gateway import run_gateway
from tests.support import asking_parent

if __name__ == "__main__":
    link.PARENT_MODULE = asking_parent.MODULE
    logs.configure("info", service="gateway")
    asyncio.run(run_gateway(load()))
