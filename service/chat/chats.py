"""The chats that are set up: of those that are not, nothing is imported."""

from service.access.rate_limit import RateLimiter
from service.http.route import RouteHandler
from service.operations.executor import QueryExecutor
from service.settings import Settings


def handlers(
    settings: Settings, executor: QueryExecutor, rates: RateLimiter, *, is_open: bool
) -> list[RouteHandler]:
    """Their handlers; is_open: whether whoever finds an address may read what is there."""
    if not settings.has_chat:
        return []
    from service.chat.handlers import handlers as of_chats  # noqa: PLC0415

    return of_chats(settings, executor, rates, is_open=is_open)
