"""What is in deploy/ is what the tools that will read it accept, and speaks of settings and verbs that exist."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from fakturo.settings import SECRETS, Settings

DEPLOY = Path(__file__).resolve().parents[3] / "deploy"
MANIFESTS = sorted(set((DEPLOY / "kubernetes").glob("*.yaml")) - {DEPLOY / "kubernetes" / "kustomization.yaml"})
SETTINGS = {name.upper() for name in Settings.model_fields} | {f"{name.upper()}_FILE" for name in SECRETS}
TOOLS = Path(sys.executable).parent
VERBS = {"web", "worker", "gateway", "migrate"}


def run(*command: object) -> None:
    ran = subprocess.run([str(each) for each in command], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def documents(file: Path) -> list[dict[str, Any]]:
    return list(YAML(typ="safe").load_all(file))


def test_the_compose_file_is_one() -> None:
    run(
        Path(sys.executable).parent / "check-jsonschema",
        "--builtin-schema",
        "vendor.compose-spec",
        DEPLOY / "compose.yml",
    )


def test_the_manifests_are_what_kubernetes_takes() -> None:
    run(TOOLS / "kubernetes-validate", *MANIFESTS)
    (listed,) = documents(DEPLOY / "kubernetes" / "kustomization.yaml")
    assert sorted(listed["resources"]) == sorted(file.name for file in MANIFESTS)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_the_unit_is_one(tmp_path: Path) -> None:
    unit = tmp_path / "fakturo@web.service"
    unit.write_text((DEPLOY / "systemd" / "fakturo@.service").read_text())
    run("systemd-analyze", "verify", unit)


def test_the_image_has_two_stages_and_runs_as_nobody_special() -> None:
    lines = (DEPLOY / "Dockerfile").read_text().splitlines()
    stages = [line for line in lines if line.startswith("FROM")]
    assert len(stages) == 2
    assert not any(stage.split()[1].endswith("latest") for stage in stages)
    users = [line for line in lines if line.startswith("USER")]
    assert users == ["USER 10001:10001"]
    assert lines.index(users[0]) > lines.index(stages[-1])
    assert any("--require-hashes" in line for line in lines)


def test_settings_and_verbs_in_compose_file_manifests_and_image_exist() -> None:
    (compose,) = documents(DEPLOY / "compose.yml")
    ours = [each for each in compose["services"].values() if each["image"] == "fakturo"]
    named = {name for each in ours for name in each["environment"]}
    assert {each["command"][0] for each in ours} == VERBS
    kinds = [each for file in MANIFESTS for each in documents(file)]
    named |= {name for each in kinds if each["kind"] == "ConfigMap" for name in each["data"]}
    pods = [each["spec"]["template"]["spec"] for each in kinds if "template" in each.get("spec", {})]
    containers = [container for pod in pods for container in pod["containers"]]
    assert {each["args"][0] for each in containers} == VERBS
    named |= {variable["name"] for each in containers for variable in each.get("env", ())}
    assert all(each["securityContext"]["readOnlyRootFilesystem"] for each in containers)
    image = (DEPLOY / "Dockerfile").read_text().partition("ENV PATH")[2]
    named |= set(re.findall(r"^    ([A-Z_]+)=", image, re.MULTILINE)) - {"PYTHONDONTWRITEBYTECODE"}
    assert named - SETTINGS == set()
