"""Alerts and promises: each fires when it should and only then, and speaks of metrics and entries that exist."""

import json
import re
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from fakturo.ops.metrics import declared

ROOT = Path(__file__).resolve().parents[3]
RULES = sorted((ROOT / "deploy" / "prometheus").glob("*.yml"))
PROMISES = ROOT / "deploy" / "prometheus" / "slo.yml"
NO_PROMTOOL = pytest.mark.skipif(
    shutil.which("promtool") is None, reason="promtool is missing: apt-get install prometheus"
)
CALL = "gateway_latency_seconds_count"


@dataclass(frozen=True)
class Case:
    """After so many steps (minutes) of the first series it fires, and of the second it does not."""

    steps: int
    fires: dict[str, str]
    quiet: dict[str, str]
    step: str = "1m"
    """Wide windows are looked at less often, or it takes minutes."""


def calls(good: int, bad: int, minutes: int = 30) -> dict[str, str]:
    return {f'{CALL}{{status="200"}}': f"0+{good}x{minutes}", f'{CALL}{{status="500"}}': f"0+{bad}x{minutes}"}


def ready(within: int, of: int, bound: str, minutes: int) -> dict[str, str]:
    return {
        f'job_ready_seconds_bucket{{le="{bound}"}}': f"0+{within}x{minutes}",
        "job_ready_seconds_count": f"0+{of}x{minutes}",
    }


def ended(failed: int, completed: int, minutes: int, code: str = "GW_5XX") -> dict[str, str]:
    return {
        f'jobs_failed_total{{error_code="{code}", mapping="m"}}': f"0+{failed}x{minutes}",
        'jobs_completed_total{mapping="m"}': f"0+{completed}x{minutes}",
    }


CASES = {
    "FakturoGatewayFailing": Case(15, calls(70, 30), calls(85, 15)),
    "FakturoHttpErrors": Case(
        15,
        {'http_requests_total{status="200"}': "0+90x30", 'http_requests_total{status="503"}': "0+10x30"},
        {'http_requests_total{status="200"}': "0+98x30", 'http_requests_total{status="503"}': "0+2x30"},
    ),
    "FakturoStuckLease": Case(
        5,
        {'processing_oldest_age_seconds{pipeline="gateway"}': "601x10"},
        {'processing_oldest_age_seconds{pipeline="gateway"}': "599x10"},
    ),
    "FakturoRetryStorm": Case(
        15,
        {'retries_scheduled_total{error_code="GW_5XX"}': "0+51x30"},
        {'retries_scheduled_total{error_code="GW_5XX"}': "0+49x30"},
    ),
    "FakturoBreakerOpen": Case(
        10, {'breaker_state{pipeline="gateway"}': "2x20"}, {'breaker_state{pipeline="gateway"}': "2x3 0x20"}
    ),
    "FakturoBreakerFlapping": Case(
        30,
        {'breaker_transitions_total{pipeline="gateway", state="open"}': "0 1x5 2x5 3x5 4x5 5x5 6x5"},
        {'breaker_transitions_total{pipeline="gateway", state="open"}': "0 1x15 2x30"},
    ),
    "FakturoDiskFillsUp": Case(5, {"disk_free_ratio": "0.09x10"}, {"disk_free_ratio": "0.11x10"}),
    "FakturoPaused": Case(20, {'paused{what="claims"}': "1x30"}, {'paused{what="claims"}': "1x10 0x30"}),
    "FakturoPollingLoop": Case(
        15, {'rate_limited_total{limit="requests"}': "0+10x30"}, {'rate_limited_total{limit="requests"}': "0+3x30"}
    ),
    "FakturoBadMapping": Case(20, ended(4, 6, 30, "GW_4XX"), ended(1, 9, 30, "GW_4XX")),
    "FakturoPoolExhausted": Case(10, {"db_pool_timeouts_total": "0x5 1x10"}, {"db_pool_timeouts_total": "3x20"}),
    "FakturoQueueStuck": Case(
        15,
        {'queue_oldest_age_seconds{pipeline="gateway"}': "0+60x30", "job_processing_duration_seconds_count": "7x30"},
        {'queue_oldest_age_seconds{pipeline="gateway"}': "0+60x30", "job_processing_duration_seconds_count": "0+1x30"},
    ),
    "FakturoNoWorkers": Case(5, {"workers": "0x10"}, {"workers": "1x10"}),
    "FakturoRetentionIdle": Case(
        28,
        {"retention_last_run_timestamp_seconds": "1x40"},
        {"retention_last_run_timestamp_seconds": "1+3600x40"},
        step="1h",
    ),
    "FakturoParsersDie": Case(
        20,
        {'gateway_children_lost_total{reason="died"}': "0+1x30"},
        {'gateway_children_lost_total{reason="memory"}': "0+1x30"},
    ),
    "FakturoDatabaseFallsBehind": Case(10, {"db_oldest_xmin_seconds": "901x20"}, {"db_oldest_xmin_seconds": "60x20"}),
    "FakturoSloSlow30sFast": Case(70, ready(20, 100, "30.0", 80), ready(96, 100, "30.0", 80)),
    "FakturoSloSlow30sSlow": Case(37, ready(65, 100, "30.0", 40), ready(75, 100, "30.0", 40), step="10m"),
    "FakturoSloSlow120sFast": Case(70, ready(80, 100, "120.0", 80), ready(95, 100, "120.0", 80)),
    "FakturoSloSlow120sSlow": Case(37, ready(90, 100, "120.0", 40), ready(95, 100, "120.0", 40), step="10m"),
    "FakturoSloFailuresFast": Case(70, ended(30, 70, 80), ended(90, 10, 80, "GW_4XX")),
    "FakturoSloFailuresSlow": Case(37, ended(15, 85, 40), ended(5, 95, 40), step="10m"),
}


@cache
def groups_of(file: Path) -> list[dict[str, Any]]:
    return list(YAML(typ="safe").load(file)["groups"])


def rules(*files: Path) -> list[dict[str, Any]]:
    return [rule for file in files or RULES for group in groups_of(file) for rule in group["rules"]]


def groups(file: Path) -> list[str]:
    """What is recorded before what asks for it: by itself, promtool takes them in any order, and a step may be longer
    than Prometheus looks back."""
    return [group["name"] for group in sorted(groups_of(file), key=lambda group: "record" not in group["rules"][0])]


def alerts(*files: Path) -> dict[str, dict[str, Any]]:
    return {rule["alert"]: rule for rule in rules(*files) if "alert" in rule}


@NO_PROMTOOL
@pytest.mark.timeout(1800)  # seconds of one core, which a busy machine may take long to give
@pytest.mark.parametrize("file", RULES, ids=lambda file: file.stem)
def test_every_alert_fires_when_it_should_and_only_then(file: Path, tmp_path: Path) -> None:
    """Each with the rules of its own file: promtool computes all that it is given, and some windows are wide."""
    assert set(CASES) == set(alerts()), "each has its case"
    cases = {name: CASES[name] for name in alerts(file)}
    for step in {case.step for case in cases.values()}:
        tests = [
            _test(name, case, case.fires if fires else case.quiet, fires=fires)
            for name, case in cases.items()
            if case.step == step
            for fires in (True, False)
        ]
        _require(tests, file, step, tmp_path)


def _require(tests: list[dict[str, object]], rules: Path, step: str, directory: Path) -> None:
    """That promtool agrees."""
    file = directory / f"{step}.yml"
    order = groups(rules)
    said = {"rule_files": [str(rules)], "evaluation_interval": step, "group_eval_order": order, "tests": tests}
    file.write_text(json.dumps(said))
    ran = subprocess.run(["promtool", "test", "rules", file], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


@NO_PROMTOOL
def test_the_models_retries_and_failures_are_shares_and_none_is_0(tmp_path: Path) -> None:
    def asked(name: str, value: float) -> dict[str, object]:
        samples = [{"labels": f'{{__name__="{name}"}}', "value": value}]
        return {"expr": name, "eval_time": "40m", "exp_samples": samples}

    def attempts(**counts: int) -> list[dict[str, str]]:
        series = 'attempts_total{{pipeline="{}", outcome="{}"}}'
        others = {"series": series.format("gateway", "retry"), "values": "0+99x60"}
        own = [{"series": series.format("llm", name), "values": f"0+{each}x60"} for name, each in counts.items()]
        return [others, *own]

    retries, failed = "fakturo:llm_retries:ratio_30m", "fakturo:llm_failed:ratio_30m"
    cases = [(attempts(complete=6, failed=1, kept=1, retry=8), 0.5, 0.25), (attempts(complete=3), 0, 0)]
    tests: list[dict[str, object]] = [
        {"interval": "1m", "input_series": series, "promql_expr_test": [asked(retries, one), asked(failed, other)]}
        for series, one, other in cases
    ]
    _require(tests, PROMISES, "1m", tmp_path)


def _test(name: str, case: Case, series: dict[str, str], *, fires: bool) -> dict[str, object]:
    at = f"{int(case.step[:-1]) * case.steps}{case.step[-1]}"
    asked = f'count(ALERTS{{alertname="{name}", alertstate="firing"}})'
    expected = [{"labels": "{}", "value": 1}] if fires else []
    return {
        "name": f"{name} {'fires' if fires else 'is quiet'}",
        "interval": case.step,
        "input_series": [{"series": each, "values": values} for each, values in series.items()],
        "promql_expr_test": [{"expr": asked, "eval_time": at, "exp_samples": expected}],
    }


def test_every_alert_leads_to_an_entry_of_the_runbook() -> None:
    headings = re.findall(r"^#+ (.+)$", (ROOT / "docs" / "runbook.md").read_text(), re.MULTILINE)
    anchors = {re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    for name, alert in alerts().items():
        page, _, anchor = alert["annotations"]["runbook_url"].partition("#")
        assert (page, anchor in anchors) == ("docs/runbook.md", True), name


def known_names() -> set[str]:
    names = {each.name for each in declared()} | {rule["record"] for rule in rules() if "record" in rule}
    parts = {
        f"{each.name}_{part}" for each in declared() if each.kind == "histogram" for part in ("bucket", "count", "sum")
    }
    return names | parts | {"process_cpu_seconds_total", "process_resident_memory_bytes", "up", "ALERTS"}


def names_in(expression: str) -> set[str]:
    """Words that are neither functions, labels, durations nor grouping."""
    bare = re.sub(r"\{[^}]*\}|\[[^]]*\]|\"[^\"]*\"|\b(?:by|on|without|ignoring) \([^)]*\)", " ", expression)
    words = set(re.findall(r"[a-zA-Z_:][a-zA-Z0-9_:]*(?!\w*\s*\()", bare))
    functions = set(re.findall(r"([a-z_0-9]+)\s*\(", bare))
    return words - functions - {"and", "or", "unless", "by", "on", "e"}


def test_rules_and_dashboard_speak_of_metrics_that_exist() -> None:
    expressions = [rule["expr"] for rule in rules()] + dashboard_queries()
    assert len(dashboard_queries()) >= 15
    known = known_names()
    for expression in expressions:
        unknown = names_in(expression) - known
        assert not unknown, (expression, unknown)


def test_that_look_for_names_sees_wrong_ones() -> None:
    assert names_in('sum by (a) (rate(jobs_maed_total{b="c"}[5m])) > 0.5 and on () up == 1') == {
        "jobs_maed_total",
        "up",
    }


def dashboard_queries() -> list[str]:
    board = json.loads((ROOT / "deploy" / "grafana" / "fakturo.json").read_text())
    return [target["expr"] for panel in board["panels"] for target in panel.get("targets", ())]
