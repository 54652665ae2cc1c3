"""`fakturo templates test`: what a template changes on invoices, told side by side."""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from fakturo.gateway.children import CannotStart
from fakturo.gateway.files.one_file import (
    ALL_CONVERTED,
    NOTHING_DONE,
    SOME_FAILED,
    NotConverted,
    plain,
    result_of,
)
from fakturo.gateway.options import GatewayOptions
from fakturo.gateway.pool import Pool
from fakturo.gateway.sandbox.messages import TryTemplate

WIDEST = 38
MOST_CHANGES = 40
Trial = dict[str, Any]
"""As a child hands it over; see convert/templates/trial.py."""


async def try_on_files(files: Sequence[Path], options: GatewayOptions, say: Callable[[str], None]) -> int:
    """0: all could be read; 1: not all; 2: nothing was done."""
    tried: list[Trial] = []
    failed = 0
    try:
        async with Pool(options).running() as pool:
            for file in files:
                try:
                    trials = json.loads(await result_of(file, TryTemplate(), pool, options))
                except NotConverted as failure:
                    say(f"{file}: {failure}")
                    failed += 1
                    continue
                for trial in trials:
                    say("\n".join(told(file.name, trial)))
                tried += trials
    except CannotStart as hindrance:
        say(str(hindrance))
        return NOTHING_DONE
    for line in conclusion(tried):
        say(line)
    return SOME_FAILED if failed else ALL_CONVERTED


def told(name: str, trial: Trial) -> Iterator[str]:
    """The lines about one invoice."""
    pages = f"page {trial['pages'][0]}" if len(trial["pages"]) == 1 else f"pages {_span(trial['pages'])}"
    other = f" (but with {trial['otherwise']!r})" if trial["otherwise"] else ""
    yield f"{name}, {pages}: {trial['before']} without the template{other}, {trial['after']} with it"
    if trial["unused"]:
        yield f"  By itself, the template would not be used here: {trial['unused']}"
    changes = trial["changes"]
    if changes:
        width = max(len("field"), *(len(field) for field, _, _ in changes[:MOST_CHANGES]))
        yield f"  {'field':{width}}  {'without':{WIDEST}}  with the template"
        for field, before, after in changes[:MOST_CHANGES]:
            yield f"  {field:{width}}  {short(before):{WIDEST}}  {short(after)}"
    if len(changes) > MOST_CHANGES:
        yield f"  … and {len(changes) - MOST_CHANGES} more values."
    if not changes:
        yield "  The same values are read."
    for key, word in (("settled", "settled"), ("raised", "new"), ("left", "still")):
        yield from (f"  {word}: {plain(reason)}" for reason in trial[key])
    if trial["idle"]:
        yield f"  no effect here: {', '.join(map(plain, trial['idle']))}"


def conclusion(trials: Sequence[Trial]) -> Iterator[str]:
    """Over several invoices: how many each verdict has, and what never did anything."""
    if len(trials) < 2:  # noqa: PLR2004 one was told already
        return
    before, after = (sum(trial[when] == "accepted" for trial in trials) for when in ("before", "after"))
    yield f"{len(trials)} invoices: {before} accepted without the template, {after} with it."
    idle = [part for part in trials[0]["idle"] if all(part in trial["idle"] for trial in trials)]
    if idle:
        yield f"No effect on any of them: {', '.join(map(plain, idle))}"


def _span(pages: Sequence[int]) -> str:
    return f"{pages[0]} to {pages[-1]}"


def short(value: str | None) -> str:
    text = "(none)" if value is None else plain(value)
    return text if len(text) <= WIDEST else f"{text[: WIDEST - 1]}…"
