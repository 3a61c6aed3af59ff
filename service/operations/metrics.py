"""/metrics, for Prometheus."""

from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from service.access.auth import Authenticator
from service.http.request import headers_of
from service.http.response import NEVER_STORE, Reply
from service.observability.metrics import Metrics
from service.operations.operation import AnyRequest


def handler(metrics: Metrics, auth: Authenticator | None) -> HTTPRouteHandler:
    """The handler of /metrics; where there are keys, it needs one for administration."""

    async def read_metrics(request: AnyRequest) -> ASGIApp:
        if auth is not None:
            await auth.admit(request.scope, headers_of(request.scope), "administer")
        return Reply(
            metrics.text(), media=CONTENT_TYPE_PLAIN_0_0_4.encode(), headers=(NEVER_STORE,)
        )

    return HTTPRouteHandler("/metrics", http_method=["GET", "HEAD"])(read_metrics)
