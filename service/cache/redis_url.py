"""A client of redis-py for every form of address.

    redis://user:password@host:6379/0        rediss:// for TLS
    unix://user:password@/path/to/socket?db=0
    redis+cluster://user:password@host:6379,other:6379        rediss+cluster://
    redis+sentinel://user:password@host:26379,other:26379/name/0        rediss+sentinel://

The library reads addresses with one host. Those with several are taken apart here, and their parts
are read by the library. Its options may follow as a query, `ssl_ca_certs` for instance. For
Sentinel, user and password are those of Redis; `sentinel_username` and `sentinel_password` are
options.
"""

import re
from typing import Any
from urllib.parse import urlsplit

from redis.asyncio import Redis, RedisCluster
from redis.asyncio.cluster import ClusterNode
from redis.asyncio.connection import parse_url
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import Sentinel, SentinelConnectionPool
from redis.backoff import NoBackoff

Client = Redis | RedisCluster

SOCKET_SECONDS = 1.0
"""Longer than the store waits for a call; for whatever the client does besides."""

OPTIONS: dict[str, Any] = {
    "socket_connect_timeout": SOCKET_SECONDS,
    "socket_timeout": SOCKET_SECONDS,
    "max_connections": 256,
    "protocol": 2,
    "retry": Retry(NoBackoff(), 0),
}
"""Nothing is tried twice: computing an answer is quicker."""

EXPECTED = (
    "it is not an address of Redis such as redis://user:password@host:6379/0, rediss://…, unix://…,"
    " redis+cluster://host:6379,other:6379 or redis+sentinel://host:26379,other:26379/name/0;"
    " percent-encode everything in a password that is no letter or digit"
)

_SEVERAL_HOSTS = re.compile(
    r"(?P<scheme>rediss?)\+(?P<kind>cluster|sentinel)://(?P<user>[^@/?#]*@)?(?P<hosts>[^@/?#]+)"
    r"(?P<path>/[^?#]*)?(?P<query>\?[^#]*)?"
)


def redis_client(url: str) -> Client:
    """A client of the server at this address; it connects when it is first used.

    Raises ValueError for an address that cannot be one, without repeating it: it may hold a
    password.
    """
    try:
        several = _SEVERAL_HOSTS.fullmatch(url)
        return _one_host(url) if several is None else _several_hosts(**several.groupdict(""))
    except (ValueError, KeyError):  # what the library says may repeat the password
        raise ValueError(EXPECTED) from None


async def close_client(client: Client) -> None:
    """Close every connection of a client, those to sentinels too."""
    await client.aclose()
    pool = getattr(client, "connection_pool", None)
    if isinstance(pool, SentinelConnectionPool):
        for sentinel in pool.sentinel_manager.sentinels:
            await sentinel.aclose()


def _one_host(url: str) -> Redis:
    parts = urlsplit(url)
    if parts.scheme != "unix":
        _check_database(parts.path.strip("/"))
    return Redis.from_url(url, **OPTIONS)


def _several_hosts(
    *, scheme: str, kind: str, user: str, hosts: str, path: str, query: str
) -> Client:
    name, _, database = path.strip("/").partition("/")
    options = OPTIONS | {"ssl": scheme == "rediss"}
    options |= parse_url(f"redis://{user}{hosts.partition(',')[0]}/{query}")
    del options["host"]
    options.pop("port", None)
    nodes = [parse_url(f"redis://{host}") for host in hosts.split(",")]
    if kind == "cluster":
        options["retry"] = Retry(NoBackoff(), 1)
        return RedisCluster(
            startup_nodes=[ClusterNode(node["host"], node.get("port", 6379)) for node in nodes],
            **options,
        )
    if not name:
        raise ValueError("the path does not begin with the name that the sentinels know")
    addresses = [(node["host"], node.get("port", 26379)) for node in nodes]
    return _of_sentinels(addresses, name, options | {"db": _check_database(database)})


def _of_sentinels(hosts: list[tuple[str, int]], name: str, options: dict[str, Any]) -> Redis:
    own = {
        option: options.pop(f"sentinel_{option}")
        for option in ("username", "password")
        if f"sentinel_{option}" in options
    }
    shared = {key: value for key, value in options.items() if key.startswith(("socket_", "ssl"))}
    sentinel = Sentinel(hosts, sentinel_kwargs=shared | own, **options)  # type: ignore[no-untyped-call]
    client: Redis = sentinel.master_for(name)
    return client


def _check_database(text: str) -> int:
    """The number of a database; the library takes what is none for 0."""
    if text and not (text.isascii() and text.isdecimal()):
        raise ValueError("the path does not end in the number of a database")
    return int(text or 0)
