"""What services say when they start, and what a command says that is stopped while it starts."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.stack import Stack, clean_environment, until


def said(stack: Stack, verb: str, event: str) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in stack.log(verb).read_text().splitlines()]
    return [line for line in lines if line["event"] == event]


async def test_each_service_says_where_it_listens(shared_stack: Stack) -> None:
    gateway = f"http://127.0.0.1:{shared_stack.gateway_port}"

    async def worker_works() -> bool:
        return bool(said(shared_stack, "worker", "working"))

    await until(worker_works, what="the worker's start")
    assert [line["gateway"] for line in said(shared_stack, "worker", "working")] == [[gateway]]
    assert [line["url"] for line in said(shared_stack, "web", "listening")] == [shared_stack.web_url]
    assert [line["url"] for line in said(shared_stack, "gateway", "listening")] == [gateway]


@pytest.mark.parametrize("verb", ["up", "convert"])
def test_ctrl_c_while_it_loads_shows_no_stack_trace(verb: str, tmp_path: Path) -> None:
    (tmp_path / "typer.py").write_text("raise KeyboardInterrupt")  # as if pressed while that is loaded
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    command, environment = [sys.executable, "-m", "fakturo", verb], clean_environment() | {"PYTHONPATH": path}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (130, "")
