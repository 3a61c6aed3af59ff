"""The names under which the service may be asked, where they are configured.

A page of another origin that resolves its own name to this address (DNS rebinding) asks under that
name, and gets no answer.
"""

from collections.abc import Collection

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from service.http.problems import problem, reply_of

HEALTH = "/health/"
"""Probes ask by address. What these paths tell is no secret."""


class KnownHosts:
    """Wraps an ASGI application, and refuses requests under another name.

    names: in lower case, without a port; `*.` before a name stands for every name below it.
    """

    def __init__(self, app: ASGIApp, names: Collection[str]) -> None:
        self._app = app
        self._names = frozenset(names)
        self._parents = tuple(name[1:] for name in names if name.startswith("*."))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != ScopeType.HTTP or self._is_served(scope):
            await self._app(scope, receive, send)
            return
        refusal = problem(
            scope, "invalid-request", "The service is not asked by this name.", field="host"
        )
        await reply_of(refusal)(scope, receive, send)

    def _is_served(self, scope: Scope) -> bool:
        if scope["path"].startswith(HEALTH):
            return True
        given = next((value for name, value in scope["headers"] if name == b"host"), b"")
        host = _name_of(given.decode("latin-1"))
        return host in self._names or host.endswith(self._parents)


def _name_of(host: str) -> str:
    """The name without its port and its last dot, in lower case.

    >>> _name_of("Costs.Example.com.:8000"), _name_of("[::1]:8000")
    ('costs.example.com', '[::1]')
    """
    if host.startswith("["):
        return host.partition("]")[0].lower() + "]"
    return host.partition(":")[0].lower().removesuffix(".")
