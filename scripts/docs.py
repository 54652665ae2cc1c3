"""Makes pages of docs/ (settings, errors, states, metrics) from the code, so that they cannot say anything else.

python scripts/docs.py            fails, and names the file, if one is stale
python scripts/docs.py --write    writes them
"""
# ruff: noqa: INP001

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import annotated_types
from pydantic.fields import FieldInfo

from fakturo.domain.errors import ERRORS, RETRYABLE_BY_CLIENT, ErrorCode, Retried, final_text
from fakturo.domain.job import Status
from fakturo.domain.retry import RetryPolicy, gateway_policy, llm_policy, stepped_policy
from fakturo.domain.transitions import MAX_RELEASES, TRANSITIONS, Transition
from fakturo.ops.metrics import declared
from fakturo.settings import Settings

DOCS = Path(__file__).resolve().parent.parent / "docs"
COMMAND = ".venv/bin/python scripts/docs.py --write"
NONE = "-"
UNITS = {"_ms": "ms", "_sec": "s", "_mb": "MB", "_days": "days"}


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--write"]):
        sys.stderr.write(f"{__doc__}\n")
        return 2
    stale = stale_pages()
    if arguments == ["--write"]:
        for name, text in stale.items():
            (DOCS / name).write_text(text, "utf-8")
        return 0
    for name in stale:
        sys.stderr.write(f"docs/{name} is stale: the code has changed since. Run: {COMMAND}\n")
    return 1 if stale else 0


def stale_pages() -> dict[str, str]:
    """The pages that differ from what the code says, as they should be."""
    return {name: text for name, text in pages().items() if _current(DOCS / name) != text}


def pages() -> dict[str, str]:
    makers: dict[str, Callable[[], str]] = {
        "settings.md": settings_page,
        "errors.md": errors_page,
        "states.md": states_page,
        "metrics.md": metrics_page,
    }
    return {name: f"<!-- Made by: {COMMAND} -->\n\n{make()}" for name, make in makers.items()}


def _current(page: Path) -> str | None:
    return page.read_text("utf-8") if page.exists() else None


# ---------------------------------------------------------------- settings


def settings_page() -> str:
    rows = [_setting(name, field) for name, field in Settings.model_fields.items()]
    return f"""# Settings

Read when a process starts: from the environment, or else from `fakturo.toml` in the directory where it starts, or from
the file that `fakturo --config FILE` names (`web_port = 3000`, one line each; a name that is no setting is refused).
Secrets and addresses of databases may be in a file of their own, which `NAME_FILE` names. A setting that is empty
counts as not set. A value that cannot be used stops the start with a sentence that names it. `fakturo config show` says
what is in force, and where each value comes from, and what a `fakturo up` that runs here was told instead.

{_table(["Name", "Default", "Unit and limits", "What it is for"], rows)}"""


def _setting(name: str, field: FieldInfo) -> list[str]:
    return [_code(name.upper()), _default(field), _limits(name, field), field.description or ""]


def _default(field: FieldInfo) -> str:
    """A default that depends on the machine is described in the help, in words."""
    if field.default_factory is not None:
        return "by user"
    return NONE if field.default is None else _code(str(field.default))


def _limits(name: str, field: FieldInfo) -> str:
    unit = next((unit for ending, unit in UNITS.items() if name.endswith(ending)), "")
    least = [f"{each.ge:,}" for each in field.metadata if isinstance(each, annotated_types.Ge)]
    most = [f"{each.le:,}" for each in field.metadata if isinstance(each, annotated_types.Le)]
    choices = [_code(str(choice)) for choice in getattr(field.annotation, "__args__", ()) if isinstance(choice, str)]
    return ", ".join(choices) or f"{' to '.join(least + most)} {unit}".strip()


# ---------------------------------------------------------------- errors


def errors_page() -> str:
    head = ["Code", "HTTP status", "Tried again by itself", "Text while it waits", "Final text", "Stands in"]
    errors = _table(head, [_error(code) for code in ErrorCode])
    made = (gateway_policy(), stepped_policy(), llm_policy())
    policies = _table(["Policy", "Attempts in all", "Waits in between"], [_policy(policy) for policy in made])
    retryable = ", ".join(_code(code) for code in ErrorCode if code in RETRYABLE_BY_CLIENT)
    return f"""# Errors

Every error answer is `application/problem+json` (RFC 9457) with `code`, `retryable` and `request_id`.
The same request may succeed later, and `retryable` is true, for {retryable}.
A job that failed has its code in `error_code`; while it waits for another attempt, in `last_error_code`.

{errors}
A code without HTTP status is met by jobs alone. How often and when a job is tried again:

{policies}"""


def _error(code: ErrorCode) -> list[str]:
    spec = ERRORS[code]
    retried = {Retried.NEVER: "no", Retried.ONCE: "once", Retried.BY_POLICY: "by policy"}[spec.retried]
    places = (["jobs"] if spec.in_job else []) + (["answers"] if spec.http_status else [])
    return [
        _code(code),
        str(spec.http_status or NONE),
        retried,
        spec.waiting_text or NONE,
        final_text(code),
        " and ".join(places),
    ]


def _policy(policy: RetryPolicy) -> list[str]:
    return [_code(policy.name), str(policy.max_attempts), ", ".join(_waits(policy))]


def _waits(policy: RetryPolicy) -> Iterator[str]:
    for attempt in range(1, policy.max_attempts):
        shortest, longest = (policy.next_delay(attempt, random) for random in (0.0, 1.0))
        assert shortest is not None
        assert longest is not None
        yield f"{shortest.total_seconds():g} to {longest.total_seconds():g} s"


# ---------------------------------------------------------------- states


def states_page() -> str:
    arrows = "\n".join(f"    {_arrow(transition)}" for transition in TRANSITIONS)
    statuses = ", ".join(_code(status) for status in Status)
    rows = [_transition(transition) for transition in TRANSITIONS]
    return f"""# The states of a job

A job is always in one of these: {statuses}.
Each change is one transition of the table below. It is applied only if the job is still in the state where the
transition starts, and writes its event in the same transaction.

```mermaid
stateDiagram-v2
{arrows}
    complete --> [*]
```

{_table(["Transition", "From", "To", "Event", "When"], rows)}
A release gives the attempt back, {MAX_RELEASES} times a job at most. From then on each one costs an attempt, and at
the last attempt the job fails.

## Versions

A finished job that is converted again (`convert_again`) stays one job with one id, and gets another version of its
result. Its row holds the current result alone. Before it joins the line, that result moves into a row of
`job_versions`, with everything that was found. So each result is named by exactly one row, and no worker's statement
can touch an earlier one.

- While it runs, the job is `queued` and `processing` as ever, under the same rules of lease, place and retries.
- If it completes, its result is the next version. Both can be downloaded; the job says what changed.
- If it fails for good (`fall_back`, `reclaim_kept`), the version before moves back and the job is `complete` again;
  `last_error_code` says why there is no newer one. Had the owner handed in the same file for that mapping meanwhile,
  which then is another live job, it is `failed` instead, and its earlier versions stay where they are.
- Retention takes each version when its own time is over, none while its job waits or runs. DELETE takes them all.

Why not a new job for each conversion: two rows would share one PDF, of which retention and DELETE of one would rob
the other; lists, search, the unique index and every client's id would have to know which row counts.

An upload of a file whose job is finished asks for another version by itself, if the result would now be made with
something else: another engine, other templates, another version of the mapping, or a directory that has changed. From
what a result was made is kept with it (`made_with`). With the same inputs, the answer is the job as it is.
"""


def _arrow(transition: Transition) -> str:
    return f"{transition.source or '[*]'} --> {transition.target}: {transition.name}"


def _transition(transition: Transition) -> list[str]:
    names = (transition.name, transition.source or "", transition.target, transition.event)
    return [*(_code(name) if name else NONE for name in names), transition.why]


# ---------------------------------------------------------------- metrics


def metrics_page() -> str:
    rows = [
        [_code(each.name), each.kind, ", ".join(map(_code, each.labels)) or NONE, each.about] for each in declared()
    ]
    return f"""# Metrics

Each process serves its own, as Prometheus reads them: on `METRICS_PORT` of `METRICS_HOST` (this machine alone, unless
told otherwise), and, of web and gateway, as `/metrics` on their own port for whoever shows `METRICS_TOKEN`. Without
that token, the path does not exist. `METRICS_ENABLED=false` switches everything off.

Counters and histograms belong to the process that counts: add them up. Figures of the database (from `queue_depth` to
`db_notification_queue_usage_ratio`) are told by web and workers alike, and are the same from all of them: take the
maximum. One process asks the database for them every few seconds, whoever scrapes how often.

{_table(["Name", "Kind", "Labels", "What it is"], rows)}"""


# ---------------------------------------------------------------- Markdown


def _table(head: list[str], rows: Iterable[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)


def _code(text: str) -> str:
    return f"`{text}`"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
