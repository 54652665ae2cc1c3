"""Nothing of a document, key, cookie or path comes out where it should not: neither in logs nor in errors."""

import httpx

from fakturo.web.guards.sessions import COOKIE
from tests.integration.web.test_api import completed
from tests.integration.web.test_upload import upload
from tests.support.stack import Stack

MARK = "geheim4711"
BAD_REQUESTS = (
    *(("GET", "/api/jobs?since=zzz"), ("GET", "/api/jobs?cursor=zzz"), ("GET", f"/api/jobs/{MARK}")),
    *(("POST", "/api/jobs/download"), ("POST", "/api/keys"), ("POST", "/api/upload"), ("DELETE", "/api/keys/x")),
)


async def test_nothing_of_a_document_key_cookie_or_path_is_in_logs_or_errors(
    client: httpx.AsyncClient, shared_stack: Stack
) -> None:
    """A real run with marked values: one that succeeds, one that fails, refused ones, a wrong key, bad requests."""
    await completed(client, f"text {MARK}", f"name-{MARK}.pdf")
    failing = await upload(client, b"%PDF-1.7\nbroken " + MARK.encode(), f"broken-{MARK}.pdf")
    await client.get(f"/api/jobs/{failing.json()['job']['id']}", params={"wait": 60})
    secret = (await client.post("/api/keys", json={"name": f"key {MARK}"})).json()["secret"]
    cookie = client.cookies[COOKIE]
    errors = [await upload(client, b"no pdf", f"refused-{MARK}.pdf")]
    for method, path in BAD_REQUESTS:
        errors.append(await client.request(method, path, content=MARK))
        errors.append(await client.request(method, path, headers={"Authorization": f"Bearer {secret}x"}))
        errors.append(await client.request(method, path, headers={"Authorization": f"Bearer {secret}"}))
    assert {answer.status_code for answer in errors} <= {400, 401, 403, 404, 415}
    logs = {verb: shared_stack.log(verb).read_text() for verb in ("web", "worker", "gateway")}
    assert all("listening" in logs[verb] or "working" in logs[verb] for verb in logs)
    hidden = secret[len("fk_00000000_") :]
    for where, text in [*logs.items(), *(("an error", answer.text) for answer in errors)]:
        for private in (MARK, hidden, cookie, str(shared_stack.directory), "uploads/", "results/"):
            assert private not in text, (where, private)
    assert "Traceback" not in "".join(answer.text for answer in errors)
