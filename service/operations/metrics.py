"""/metrics, for Prometheus."""

from litestar.types import ASGIApp, Receive, Scope
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from service.access.auth import Authenticator
from service.http.request import headers_of
from service.http.response import NEVER_STORE, Reply
from service.http.route import RouteHandler, route
from service.observability.metrics import Metrics
from service.processes.metrics import SharedMetrics


def handler(
    metrics: Metrics, shared: SharedMetrics | None, auth: Authenticator | None
) -> RouteHandler:
    """The handler of /metrics; shared: those of all processes on one port.

    Where keys are in use, it needs the scope `administer`.
    """

    async def read_metrics(scope: Scope, receive: Receive) -> ASGIApp:  # noqa: ARG001 - a handler's
        if auth is not None:
            await auth.admit(scope, headers_of(scope), "administer")
        text = metrics.text() if shared is None else await shared.text()
        return Reply(text, media=CONTENT_TYPE_PLAIN_0_0_4.encode(), headers=(NEVER_STORE,))

    return route("/metrics", {"GET": read_metrics})
