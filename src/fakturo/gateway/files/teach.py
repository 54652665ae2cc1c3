"""`fakturo teach`: from one invoice and its right values to a template in a folder, tried on more invoices."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from fakturo.convert.invoice import Origin
from fakturo.convert.teach.truth import BadTruth, truth_from_json
from fakturo.convert.templates.catalog import TemplateFile, Templates
from fakturo.convert.templates.changes import CARRIES_XML, changes_between
from fakturo.gateway.children import CannotStart
from fakturo.gateway.contract import LONGEST_TRUTH_BYTES
from fakturo.gateway.files.one_file import ALL_CONVERTED, NOTHING_DONE, SOME_FAILED, NotConverted, plain, result_of
from fakturo.gateway.files.try_template import short
from fakturo.gateway.options import GatewayOptions
from fakturo.gateway.pool import Pool
from fakturo.gateway.sandbox.messages import Convert, Task, Teach
from fakturo.http.media_types import JSON, PDF

MOST_CHANGES = 12
READ = Convert(source=PDF, results=(JSON,), mapping=None)
Document = dict[str, Any]
Lesson = dict[str, Any]
"""As a child hands it over; see convert/teach/lesson.py."""


@dataclass(frozen=True, slots=True)
class Teaching:
    pdf: Path
    truth: Path
    folder: Path
    """Where the template is kept, with those of other vendors."""
    tries: Sequence[Path]
    name: str | None = None


async def teach_file(teaching: Teaching, options: GatewayOptions, say: Callable[[str], None]) -> int:
    """0: the taught invoice is read right; 1: it is not, or some could not be read; 2: nothing was done."""
    papers = list(dict.fromkeys([teaching.pdf, *teaching.tries]))
    try:
        truth = _truth(teaching.truth)
        async with Pool(options).running() as pool:
            lesson = json.loads(await _run(teaching.pdf, Teach(truth, teaching.name), pool, options))
            before = [await _read(paper, pool, options) for paper in papers]
        known = _with_lesson(options.templates, lesson)
        path = _kept(teaching.folder, lesson, options.templates)
    except (NotConverted, CannotStart) as hindrance:
        say(str(hindrance))
        return NOTHING_DONE
    for line in told(lesson, path):
        say(line)
    taught = replace(options, templates=known)
    async with Pool(taught).running() as pool:
        after = [await _read(paper, pool, taught) for paper in papers]
    for paper, was, now in zip(papers, before, after, strict=True):
        for line in compared(paper.name, was, now, lesson["name"]):
            say(line)
    for line in conclusion(before, after):
        say(line)
    failed = lesson["unlearned"] or any(isinstance(one, str) for one in after)
    return SOME_FAILED if failed else ALL_CONVERTED


def _truth(file: Path) -> str:
    try:
        if file.stat().st_size > LONGEST_TRUTH_BYTES:
            raise NotConverted(f"{file}: The truth is larger than {LONGEST_TRUTH_BYTES // 1024} KB.")
        data = file.read_bytes()
        truth_from_json(data)  # what is wrong with it is said before a PDF is opened
        return data.decode("utf-8-sig")
    except BadTruth as mistake:
        raise NotConverted(f"{file}: {mistake}") from None
    except OSError as error:
        raise NotConverted(f"{file}: {error.strerror}.") from None


async def _run(file: Path, task: Task, pool: Pool, options: GatewayOptions) -> bytes:
    try:
        return await result_of(file, task, pool, options)
    except NotConverted as failure:
        raise NotConverted(f"{file}: {failure}") from None


async def _read(file: Path, pool: Pool, options: GatewayOptions) -> list[Document] | str:
    """Its invoices, or why it could not be read."""
    try:
        read = json.loads(await _run(file, READ, pool, options))
    except NotConverted as failure:
        return str(failure)
    return read if isinstance(read, list) else [read]


def _with_lesson(templates: Templates, lesson: Lesson) -> Templates:
    taught = TemplateFile.parse(f"{lesson['name']}.toml", lesson["text"])
    return Templates((taught, *(each for each in templates.files if each.template.name != lesson["name"])))


def _kept(folder: Path, lesson: Lesson, templates: Templates) -> Path:
    """Written whole, or not at all; where the vendor has a file already, in its place."""
    own = next((each.file for each in templates.files if each.template.name == lesson["name"]), None)
    path = Path(own) if own else folder / f"{lesson['name']}.toml"
    draft = path.with_name(f".{path.name}.draft")
    try:
        if not own and path.exists():
            raise NotConverted(f"{path} exists and holds another template: choose another name with --name.")
        folder.mkdir(exist_ok=True)
        draft.write_text(lesson["text"], "utf-8")
        draft.replace(path)
    except OSError as error:
        raise NotConverted(f"{path}: {error.strerror}.") from None
    return path


def told(lesson: Lesson, path: Path) -> Iterator[str]:
    """What was learned, and what was not."""
    title = f"{lesson['name']}@{lesson['version']}"
    if not lesson["merged_with"]:
        yield f"Learned {title}, written to {path}:"
    elif lesson["merged_with"] == title:
        yield f"Nothing new: {path} holds {title} already."
    else:
        yield f"Learned {title}, in the place of {lesson['merged_with']} in {path}. New in it:"
    yield from (f"  {plain(sentence)}" for sentence in lesson["learned"])
    if lesson["left_out"]:
        yield f"Not used, since it is no part of an invoice: {plain(', '.join(lesson['left_out'][:MOST_CHANGES]))}"
    if lesson["unlearned"]:
        yield "This could not be learned:"
        yield from (f"  {plain(sentence)}" for sentence in lesson["unlearned"][:MOST_CHANGES])
        more = len(lesson["unlearned"]) - MOST_CHANGES
        if more > 0:
            yield f"  … and {more} more values."


def compared(name: str, before: list[Document] | str, after: list[Document] | str, template: str) -> Iterator[str]:
    """What changed on one paper."""
    if isinstance(before, str) or isinstance(after, str):
        yield after if isinstance(after, str) else str(before)
        return
    for was, now in zip(before, after, strict=False):
        used = str(now.get("template") or "").partition("@")[0]
        yield f"{name}: {was['verdict']} → {now['verdict']}"
        if used != template:
            yield f"  The taught template is not used here: {_why_unused(now, used)}"
        changes = changes_between(was, now)
        yield from (f"  {field}: {short(old)} → {short(new)}" for field, old, new in changes[:MOST_CHANGES])
        if len(changes) > MOST_CHANGES:
            yield f"  … and {len(changes) - MOST_CHANGES} more values."
        known = {issue["message"] for issue in was["issues"]}
        for message in (issue["message"] for issue in now["issues"][:MOST_CHANGES]):
            yield f"  {'still' if message in known else 'now'}: {plain(message)}"


def _why_unused(now: Document, used: str) -> str:
    if used:
        return f"{used!r} fits better."
    carries_xml = any(field["source"] == Origin.XML for field in now["fields"].values())
    return CARRIES_XML if carries_xml else "it is another layout, or somebody else's paper."


def conclusion(before: Sequence[list[Document] | str], after: Sequence[list[Document] | str]) -> Iterator[str]:
    if len(after) > 1:
        was, now = (_accepted(papers) for papers in (before, after))
        yield f"{len(after)} files: {was} accepted before, {now} now."


def _accepted(papers: Sequence[list[Document] | str]) -> int:
    return sum(not isinstance(one, str) and all(each["verdict"] == "accepted" for each in one) for one in papers)
