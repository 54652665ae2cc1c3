"""From how the running system stands to what is wrong with it: sentences, the gravest first. Pure."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

SLOW_SECONDS = 1.0
CLOCK_SECONDS = 30.0
CROWDED = 0.9
"""Of all connections that the server allows."""
WHOSE = {
    "gateway": ("", "Look at the gateway and its log."),
    "llm": (
        "the language model's is ",
        "Look at the model's server (LLM_BASE_URL) and its log; the engine's jobs go on meanwhile.",
    ),
}
"""Whose breaker it is, and where to look."""
MAKE_ROOM = "Make room: fakturo sweep, a shorter PDF_TTL_DAYS or XML_TTL_DAYS, or a larger disk."


def diagnose(found: Mapping[str, Any], answered_in: float) -> Iterator[tuple[str, str]]:
    """What it is about, and the sentence."""
    yield from _pauses(found)
    yield from _breakers(found)
    yield from _workers(found)
    yield from _stuck(found)
    yield from _database(found, answered_in)
    yield from _documents(found)


def _breakers(found: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for each in found["breakers"]:
        code = f" {each['code']}" if each["code"] else " that failed"
        due = max(0, round(each["due_seconds"] or 0))
        whose, look = WHOSE[each["pipeline"]]
        sentence = (
            f"{whose}{each['state'].replace('_', ' ')} since {_clock(each['changed_at'])}: {each['failed']} of "
            f"{each['calls']} calls{code}; next probe in {due} s; {each['waiting']} jobs wait. {look}"
        )
        yield "breaker", sentence


def _pauses(found: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    full = [each for each in found["pauses"] if each["reason"] == "disk"]
    if full:
        what, who = (" and ".join(sorted({each[name] for each in full})) for name in ("what", "who"))
        since = _clock(min(each["since"] for each in full))
        sentence = (
            f"{what}, by {who} since {since}, until there is room: {full[0]['why']} {found['waiting']} jobs wait."
        )
        yield "paused", f"{sentence} {MAKE_ROOM}"
    for each in found["pauses"]:
        if each in full:
            continue
        until = f", until {_clock(each['until'])}" if each["until"] else ""
        sentence = (
            f"{each['what']}, by {each['who']} ({each['reason']}) since {_clock(each['since'])}{until}: "
            f"{each['why']} {found['waiting']} jobs wait."
        )
        yield "paused", sentence


def _workers(found: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if found["waiting"] and not any(each["slots"] for each in found["processes"]):
        yield "workers", f"none runs, and {found['waiting']} jobs wait. Start one: fakturo worker"
    for each in found["processes"]:
        ahead = each["clock_ahead_seconds"]
        if abs(ahead) > CLOCK_SECONDS:
            way = "ahead of" if ahead > 0 else "behind"
            sentence = (
                f"{each['process']} is {_span(abs(ahead))} {way} the database. Leases go by the database's clock, so "
                "nothing is lost; but its log lines and traces are off. Set that machine's clock (NTP)."
            )
            yield "clock", sentence


def _stuck(found: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for each in found["stuck"]:
        heard = "which still says that it runs" if each["is_heard"] else "which has said nothing for 90 s"
        lease = "its lease is over and nobody has taken it back" if each["is_over"] else "its lease is still extended"
        sentence = (
            f"job {each['id']} has been processing for {_span(each['seconds'])} by worker {each['leased_by']}, "
            f"{heard}; {lease}. End that worker, and see that another runs."
        )
        yield "stuck", sentence


def _database(found: Mapping[str, Any], answered_in: float) -> Iterator[tuple[str, str]]:
    if answered_in > SLOW_SECONDS:
        locks = f"; {found['blocked']} sessions wait for locks" if found["blocked"] else ""
        yield "database", f"slow: {answered_in:.1f} s for one short look{locks}. Look at its machine and network."
    if found["connections"] > CROWDED * found["max_connections"]:
        sentence = (
            f"{found['connections']} of {found['max_connections']} connections are in use. Lower DATABASE_POOL_SIZE, "
            "run fewer processes, or put a pooler in between."
        )
        yield "database", sentence


def _documents(found: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for each in found["poison"]:
        sentence = f"the parser died {each['deaths']} times over job {each['job_id']}. That PDF is given up."
        yield "poison", sentence
    for each in found["bad_mappings"]:
        sentence = (
            f"{each['failed']} of the last {each['ended']} files for {each['mapping']}@{each['mapping_version']} could "
            f"not be converted: {each['reason']} If that version is new, withdraw it (docs/releases.md)."
        )
        yield "mapping", sentence


def _clock(moment: str | datetime) -> str:
    parsed = datetime.fromisoformat(moment) if isinstance(moment, str) else moment
    return f"{parsed.astimezone():%H:%M}"


def _span(seconds: float) -> str:
    for unit, size in (("h", 3600), ("min", 60)):
        if seconds >= 2 * size or (unit == "h" and seconds >= size * 0.9):
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"
