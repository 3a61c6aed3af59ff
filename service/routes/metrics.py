"""/metrics, for Prometheus."""

from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from service.access.gate import Gate
from service.metrics import Metrics
from service.operations import AnyRequest
from service.replies import NEVER_STORE, Reply
from service.requests import headers_of


def handler(metrics: Metrics, gate: Gate | None) -> HTTPRouteHandler:
    """The handler of /metrics; where there are keys, it needs one for administration."""

    async def read_metrics(request: AnyRequest) -> ASGIApp:
        if gate is not None:
            await gate.admit(request.scope, headers_of(request.scope), "administer")
        return Reply(
            metrics.text(), media=CONTENT_TYPE_PLAIN_0_0_4.encode(), headers=(NEVER_STORE,)
        )

    return HTTPRouteHandler("/metrics", http_method=["GET", "HEAD"])(read_metrics)
