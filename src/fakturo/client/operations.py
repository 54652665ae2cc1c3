"""What is said to a server, as steps that somebody else carries out: a call, or a pause before the next.

Nothing here does anything by itself, so it is the same for both clients, and is tested without either.
"""

import json
import math
import re
import time
import uuid
from collections.abc import Callable, Collection, Generator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import unquote

import httpx

from fakturo.client.errors import NotFakturo, Refused, TookTooLong, Unreachable, WrongKey
from fakturo.client.models import Job, Uploaded

T = TypeVar("T")
COME_BACK = frozenset({httpx.codes.TOO_MANY_REQUESTS, httpx.codes.SERVICE_UNAVAILABLE})
FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.5, 30.0
MOST_BREAKS = 4
"""So often a call is made again whose answer was cut off."""
LONGEST_WAIT_SECONDS = 30
"""That one call waits for a job's end."""
PDF = "application/pdf"


@dataclass(frozen=True, slots=True)
class Call:
    method: str
    path: str
    params: Mapping[str, Any] = field(default_factory=dict)
    json: Any = None
    form: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    file: Path | None = None
    """To be sent; opened anew for each try."""
    save_as: Callable[[httpx.Headers], Path] | None = None
    """Where the answer's body goes, as it comes in."""


@dataclass(frozen=True, slots=True)
class Pause:
    seconds: float
    asked_for: str | None = None
    """In the server's words, if it was the server that said "later"."""


Steps = Generator[Call | Pause, httpx.Response | None, T]


def upload(file: Path, patience: float, *, mapping: str | None = None, key: str | None = None) -> Steps[Uploaded]:
    """The same key each time: however often this has to be sent, it is one job."""
    headers = {"Idempotency-Key": key or str(uuid.uuid4())}
    form = {"mapping": mapping} if mapping else {}
    told = yield from told_by(Call("POST", "/api/upload", form=form, headers=headers, file=file), patience)
    return Uploaded(Job.of(told["job"]), bool(told["deduped"]))


def get(job_id: str, patience: float, *, wait: int = 0, met: bool = False) -> Steps[Job]:
    call = Call("GET", f"/api/jobs/{job_id}", params={"wait": wait} if wait else {})
    told = yield from told_by(call, patience, met=met)
    return Job.of(told["job"])


def wait_for(job_id: str, patience: float, *, seconds: float, clock: Callable[[], float]) -> Steps[Job]:
    until, met = clock() + seconds, False
    while True:
        left = max(0.0, until - clock())
        job = yield from get(job_id, patience, wait=math.floor(min(LONGEST_WAIT_SECONDS, left)), met=met)
        met = True
        if job.has_ended:
            return job
        if clock() >= until:
            raise TookTooLong(f"{job.filename} is still {job.status} after {seconds:.0f} s.")
        yield Pause(min(1.0, max(0.0, until - clock())))


@dataclass(frozen=True, slots=True)
class Page:
    jobs: list[Job]
    next_cursor: str | None


def page(wanted: Mapping[str, Any], cursor: str | None, patience: float) -> Steps[Page]:
    params = {name: value for name, value in wanted.items() if value is not None}
    told = yield from told_by(
        Call("GET", "/api/jobs", params=params | ({"cursor": cursor} if cursor else {})), patience
    )
    return Page([Job.of(each) for each in told["jobs"]], told["next_cursor"])


def retry(job_id: str, patience: float) -> Steps[Uploaded]:
    told = yield from told_by(Call("POST", f"/api/jobs/{job_id}/retry"), patience)
    return Uploaded(Job.of(told["job"]), bool(told["deduped"]))


def delete(job_id: str, patience: float) -> Steps[None]:
    yield from answer_to(Call("DELETE", f"/api/jobs/{job_id}"), patience)


def document(job_id: str, patience: float) -> Steps[Any]:
    return (yield from told_by(Call("GET", f"/api/jobs/{job_id}/document"), patience))


def download(
    job_id: str,
    folder: Path,
    patience: float,
    replace: bool,
    taken: Collection[Path] = (),
    stem: str | None = None,
) -> Steps[Path]:
    """Under the name that the server gives it, or with this one before its ending; a number is added rather than one of
    `taken` written twice."""
    chosen: list[Path] = []

    def save_as(headers: httpx.Headers) -> Path:
        chosen[:] = [free_path(folder / name_of(headers, stem), taken)]
        if chosen[0].exists() and not replace:
            raise FileExistsError(f"{chosen[0]} is there already.")
        return chosen[0]

    yield from answer_to(Call("GET", f"/api/jobs/{job_id}/download", save_as=save_as), patience)
    return chosen[0]


def told_by(call: Call, patience: float, *, met: bool = False) -> Steps[Any]:
    answer = yield from answer_to(call, patience, met=met)
    try:
        return answer.json()
    except ValueError:
        raise NotFakturo(f"{_server(answer)} answers, but not as Fakturo does.") from None


def answer_to(call: Call, patience: float, *, met: bool = False) -> Steps[httpx.Response]:
    """After as many tries as it takes, for so many seconds of being told "later". All that we say may be said twice.
    A server that was met before is being started anew when nobody answers; any other is told to be away at once."""
    waited, breaks = 0.0, 0
    while True:
        try:
            answer = yield call
        except httpx.TransportError as error:
            met = met or not isinstance(error, httpx.ConnectError)
            if not met:
                raise Unreachable(f"Nobody answers at {_server_of(error)}. Is Fakturo running there?") from error
            breaks += 1
            if breaks > MOST_BREAKS:
                raise Unreachable(f"The connection to {_server_of(error)} broke off {breaks} times.") from error
            yield Pause(FIRST_PAUSE_SECONDS * 2**breaks)
            continue
        assert answer is not None
        if answer.is_success:
            return answer
        pause = _come_back_in(answer)
        if pause is None or waited + pause > patience:
            raise refusal(answer)
        waited += pause
        yield Pause(pause, str(refusal(answer)))


def _come_back_in(answer: httpx.Response) -> float | None:
    if answer.status_code not in COME_BACK:
        return None
    said = answer.headers.get("retry-after", "")
    return max(float(said), FIRST_PAUSE_SECONDS) if said.isdecimal() else FIRST_PAUSE_SECONDS


def refusal(answer: httpx.Response) -> Refused | NotFakturo:
    try:
        problem = json.loads(answer.content)
        return (WrongKey if answer.status_code == httpx.codes.UNAUTHORIZED else Refused)(answer.status_code, problem)
    except (ValueError, KeyError, TypeError):
        return NotFakturo(f"{_server(answer)} answers {answer.status_code}, but not as Fakturo does.")


def name_of(headers: httpx.Headers, stem: str | None = None) -> str:
    """Of a download. Whatever a server may say, it is a name and no path."""
    said = headers.get("content-disposition", "")
    found = re.search(r"filename\*=UTF-8''([^;]+)", said) or re.search(r'filename="([^"]*)"', said)
    text = unquote(found[1]) if found else ""
    name = text.replace("\\", "/").rpartition("/")[2].replace("\0", "")
    name = name if name.strip(". ") else "result.xml"
    if stem is None:
        return name
    return f"{stem}{'-draft' if 'x-draft' in headers else ''}{Path(name).suffix}"


def free_path(wanted: Path, taken: Collection[Path]) -> Path:
    number, path = 1, wanted
    while path in taken:
        number += 1
        path = wanted.with_stem(f"{wanted.stem} ({number})")
    return path


def _server(answer: httpx.Response) -> str:
    return f"{answer.request.url.scheme}://{answer.request.url.netloc.decode()}"


def _server_of(error: httpx.TransportError) -> str:
    url = error.request.url
    return f"{url.scheme}://{url.netloc.decode()}"


now = time.monotonic
