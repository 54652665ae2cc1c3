"""A Fakturo server from Python: docs/client.md.

    with Client("http://127.0.0.1:3000", key="fk_…") as fakturo:
        job = fakturo.wait(fakturo.upload("invoice.pdf").job.id)
        fakturo.download(job.id, "results")

`AsyncClient` is the same with `await`. What is said to the server, and when it is said again, is written once, in
`operations`, as generators of steps; the two clients only carry the steps out.
"""

from fakturo.client.clients import AsyncClient, Client
from fakturo.client.errors import FakturoError, NotFakturo, Refused, TookTooLong, Unreachable, WrongKey
from fakturo.client.models import Job, Uploaded

__all__ = [
    "AsyncClient",
    "Client",
    "FakturoError",
    "Job",
    "NotFakturo",
    "Refused",
    "TookTooLong",
    "Unreachable",
    "Uploaded",
    "WrongKey",
]
