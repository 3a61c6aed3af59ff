"""/metrics, for Prometheus."""

from litestar.handlers import HTTPRouteHandler
from litestar.types import ASGIApp
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from service.metrics import Metrics
from service.operations import AnyRequest
from service.replies import NEVER_STORE, Reply


def handler(metrics: Metrics) -> HTTPRouteHandler:
    """The handler of /metrics."""

    async def read_metrics(request: AnyRequest) -> ASGIApp:  # noqa: ARG001
        return Reply(
            metrics.text(), media=CONTENT_TYPE_PLAIN_0_0_4.encode(), headers=(NEVER_STORE,)
        )

    return HTTPRouteHandler("/metrics", http_method=["GET", "HEAD"])(read_metrics)
