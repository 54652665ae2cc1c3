"""The same on a cluster of several nodes, made here; in an environment of its own, since nothing else needs Ray."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.pdfs import make_pdf

ROOT = Path(__file__).parents[3]
PYTHON = ROOT / ".venv-ray" / "bin" / "python"
CLUSTER = """
import os, sys
os.environ["RAY_raylet_start_wait_time_s"] = "300"
from ray.cluster_utils import Cluster
cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
cluster.add_node(num_cpus=1)
cluster.wait_for_nodes()
sys.argv = ["fakturo", "bulk", *sys.argv[1:], "--on", "ray", "--cluster", cluster.address]
from fakturo.cli import main
try:
    main()
finally:
    import ray
    ray.shutdown()  # or the node that we are connected to could not be taken down
    cluster.shutdown()
"""


def install() -> None:
    """Once; a second run finds it."""
    lock = ROOT / "requirements" / "ray.txt"
    if not PYTHON.exists():
        subprocess.run([sys.executable, "-m", "venv", PYTHON.parents[1]], check=True)
    pip: list[str | Path] = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    subprocess.run([*pip, "--require-hashes", "-r", lock], check=True)
    subprocess.run([*pip, "--no-deps", "--no-build-isolation", "--editable", ROOT], check=True)


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_a_cluster_of_two_nodes_converts_a_folder_and_goes_on_where_it_stopped(directory: Path) -> None:
    install()
    source, target = directory / "in", directory / "out"
    source.mkdir()
    for number in range(12):
        (source / f"{number}.pdf").write_bytes(make_pdf([f"paper {number}"]))
    command: list[str | Path] = [PYTHON, "-c", CLUSTER, source, target, "--mapping", "layout_v1"]
    first = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert first.returncode == 0, first.stderr[-3000:]
    assert "12 ended, 0 failed" in first.stderr
    assert all(b"paper" in (target / f"{number}.xml").read_bytes() for number in range(12))
    read = "import sys, pyarrow.parquet as p; print(p.read_table(sys.argv[1]).num_rows)"
    table: list[str | Path] = [PYTHON, "-c", read, target / "summary.parquet"]
    assert subprocess.run(table, capture_output=True, text=True, check=True).stdout.strip() == "12"

    (source / "new.pdf").write_bytes(make_pdf(["paper 13"]))
    second = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert "1 ended, 0 failed, 12 done before" in second.stderr, second.stderr[-3000:]
    assert len({json.loads(line)["source"] for line in (target / "manifest.jsonl").read_text().splitlines()}) == 13
