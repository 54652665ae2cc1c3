"""What `fakturo submit`, `jobs`, `retry` and `download` do, and what they say about it.

Each ends with 0 if all went well, results that need a look included, and with 1 if something did not. That nothing
could be done at all (no server, a wrong key) is an error of the whole.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from uuid import UUID

from fakturo.client.clients import Client
from fakturo.client.errors import FakturoError, NotFakturo, Refused, Unreachable, WrongKey
from fakturo.client.models import Job
from fakturo.domain.errors import ASKED_AGAIN_IN_VAIN, JOB_CODES, ErrorCode, reason_in
from fakturo.domain.job import Review, Status

Progress = Callable[[str, int], AbstractContextManager[Callable[[], None]]]
ALL_OF_IT = (WrongKey, Unreachable, NotFakturo, BrokenPipeError)
"""What goes wrong with one would go wrong with each; nobody reads on where a pipe is closed."""
WIDTH = 12


@dataclass
class Verbs:
    client: Client
    say: Callable[[str], None]
    """What was asked for, on standard output."""
    complain: Callable[[str], None]
    """And what people should know besides."""
    progress: Progress
    failures: int = 0
    written: list[Path] = field(default_factory=list)

    def submit(
        self, files: Sequence[Path], *, mapping: str | None, wait_seconds: float | None, out: Path | None, replace: bool
    ) -> int:
        """All are handed in first, so that none waits for another's end."""
        handed_in: list[tuple[Path, Job]] = []
        with self.progress("Handing in", len(files)) as advance:
            for file in files:
                if job := self._hand_in(file, mapping, advance):
                    handed_in.append((file, job))
                    if wait_seconds is None:
                        self.say(f"{job.id}  {file}")
        if wait_seconds is None:
            return self._status
        with self.progress("Converting", len(handed_in)) as advance:
            for file, job in handed_in:
                with self._told(file):
                    ended = job if job.has_ended else self.client.wait(job.id, timeout_seconds=wait_seconds)
                    self._finish(ended, str(file), out, replace=replace, stem=file.stem)
                advance()
        return self._status

    def _hand_in(self, file: Path, mapping: str | None, advance: Callable[[], None]) -> Job | None:
        job: Job | None = None
        with self._told(file):
            uploaded = self.client.upload(file, mapping=mapping)
            job = uploaded.job
            if uploaded.deduped:
                self.complain(f"{file}: was handed in before, as job {job.id}.")
        advance()
        return job

    def _finish(self, job: Job, name: str, out: Path | None, *, replace: bool, stem: str | None = None) -> None:
        if job.status is Status.FAILED:
            self._fail(f"{name}: failed. {_reason(job)}")
            return
        if job.draft:
            said = ["needs a review.", job.message, f"Look at it: {self.client.review_address(job.id)}"]
            self.complain(f"{name}: {' '.join(filter(None, said))}")
        if out is None:
            self.say(f"{job.id}  {name}")
            return
        self.written.append(self.client.download(job.id, out, replace=replace, taken=self.written, stem=stem))
        self.say(f"{self.written[-1]}")

    def jobs(self, *, status: Sequence[Status], text: str | None, most: int, as_json: bool) -> int:
        for number, job in enumerate(self.client.jobs(status=status or None, q=text)):
            if number == most:
                self.complain(f"There are more than {most}. Say --limit to see them.")
                break
            self.say(json.dumps(job.raw, ensure_ascii=False) if as_json else _line(job))
        return 0

    def retry(self, job_ids: Sequence[str], *, all_failed: bool) -> int:
        """Of all that failed, only those that asking may help; the others are counted, and are no failure of ours."""
        left_out: Counter[str] = Counter()

        def again(job_id: str) -> None:
            try:
                job = self.client.retry(job_id).job
            except Refused as refusal:
                if not (all_failed and refusal.code == ErrorCode.EXPIRED):
                    raise
                left_out[str(refusal)] += 1
                return
            self.say(f"{job.id}  {job.status}")

        if not all_failed:
            return self._each("Asking again", job_ids, again)
        failed = list(self.client.jobs(status=[Status.FAILED]))
        hopeless = [job for job in failed if job.error_code in ASKED_AGAIN_IN_VAIN]
        left_out.update(map(_reason, hopeless))
        hopeful = [job.id for job in failed if job.error_code not in ASKED_AGAIN_IN_VAIN]
        status = self._each("Asking again", hopeful, again, none=None if failed else "No job has failed.")
        if left_out:
            self.complain(f"{left_out.total()} left out: asking again would not help. Name one to ask all the same.")
        for reason, count in left_out.most_common():
            self.complain(f"  {count} of them: {reason}")
        return status

    def download(self, job_ids: Sequence[str], *, all_ready: bool, out: Path, replace: bool) -> int:
        def fetch(job_id: str) -> None:
            job = self.client.job(job_id)
            self._finish(job, job.filename, out, replace=replace)

        complete = self.client.jobs(status=[Status.COMPLETE]) if all_ready else ()
        ready = [job.id for job in complete if job.raw.get("expired_at") is None]
        return self._each("Fetching", ready or job_ids, fetch, none="No result is ready.")

    def _each(self, what: str, job_ids: Sequence[str], act: Callable[[str], None], *, none: str | None = None) -> int:
        """One after the other; what happens to one does not stop the next."""
        with self.progress(what, len(job_ids)) as advance:
            for job_id in job_ids:
                with self._told(job_id):
                    act(_checked(job_id))
                advance()
        if none and not job_ids:
            self.complain(none)
        return self._status

    @contextmanager
    def _told(self, of: object) -> Iterator[None]:
        """What goes wrong with one is said, and the next one's turn comes."""
        try:
            yield
        except ALL_OF_IT:
            raise
        except FileExistsError as error:
            self._fail(f"{of}: {error} Say --force to replace it.")
        except Refused as refusal:
            self._fail(f"{of}: {_without_general(refusal.code, str(refusal))}")
        except FakturoError as error:
            self._fail(f"{of}: {error}")
        except OSError as error:
            self._fail(f"{of}: {error.strerror or error}.")

    def _fail(self, sentence: str) -> None:
        self.failures += 1
        self.complain(sentence)

    @property
    def _status(self) -> int:
        return 1 if self.failures else 0


def told_once(complain: Callable[[str], None]) -> Callable[[str], None]:
    """For `Client(on_pause=…)`: the first time that the server makes us wait says enough."""
    said: list[str] = []

    def tell(words: str) -> None:
        if not said:
            said.append(words)
            complain(f"The server makes us wait: {words} It goes on by itself.")

    return tell


def _line(job: Job) -> str:
    state = "needs review" if job.review is Review.NEEDED else str(job.status)
    known = [_reason(job)] if job.message else []
    if twin := job.raw.get("duplicate_of"):
        known.append(f"Duplicate? Same seller, number and total as {twin}.")
    return f"{job.id}  {state:{WIDTH}}  {job.filename}" + (f"  ({' '.join(known)})" if known else "")


def _reason(job: Job) -> str:
    """Why it failed, or what should be known of it."""
    message = job.message or job.error_code or ""
    return _without_general(job.error_code, message) if job.error_code else message


def _without_general(code: str, message: str) -> str:
    """Where a message goes on after its code's own sentence, the rest says more: a password is not the mapping's."""
    return (reason_in(ErrorCode(code), message) if code in JOB_CODES else None) or message


def _checked(job_id: str) -> str:
    """So that nothing else becomes part of an address."""
    try:
        return str(UUID(job_id))
    except ValueError:
        raise FakturoError("This is no job's id. `fakturo jobs` names them.") from None
