"""`GET /metrics` on the port that everybody reaches: only for whoever shows the token, and otherwise not there."""

import hmac

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from fakturo.ops import metrics

PATH = "/metrics"


class MetricsRoute:
    """Middleware, before sessions and limits: a scraper has no cookie, and is counted by nobody."""

    def __init__(self, app: ASGIApp, *, token: str | None) -> None:
        self.app = app
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"] == PATH and self._may(Headers(scope=scope)):
            await Response(metrics.text(), media_type=metrics.CONTENT_TYPE)(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def _may(self, headers: Headers) -> bool:
        shown = headers.get("authorization", "")
        return self._token is not None and hmac.compare_digest(shown.encode(), f"Bearer {self._token}".encode())
