"""A client for every kind of Redis address.

    redis://user:password@host:6379/0        rediss:// for TLS
    unix://user:password@/path/to/socket?db=0
    redis+cluster://user:password@host:6379,other:6379        rediss+cluster://
    redis+sentinel://user:password@host:26379,other:26379/name/0        rediss+sentinel://

Options of redis-py may follow as a query, `ssl_ca_certs` for instance. For Sentinel, user and
password are those of Redis; `sentinel_username` and `sentinel_password` are options.
"""

from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from redis.asyncio import Redis, RedisCluster
from redis.asyncio.cluster import ClusterNode
from redis.asyncio.connection import parse_url
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import Sentinel, SentinelConnectionPool
from redis.backoff import NoBackoff

Client = Redis | RedisCluster

DEFAULT_PORTS = {"cluster": 6379, "sentinel": 26379}
MOST_CONNECTIONS = 256
SOCKET_SECONDS = 1.0
"""Beneath the time that the store gives a call, which is shorter; for whatever it does besides."""

_ESCAPED = "what is no letter or digit of a password is percent-encoded"
"""An unescaped `/`, `?` or `#` ends the host, and the password is taken for its port."""


def connected(url: str) -> Client:
    """A client of the server at this address; it connects when it is first used.

    It never tries twice: whoever asks a cache has a better use for the time. Raises ValueError
    for an address that cannot be one, without repeating it: it may hold a password.
    """
    scheme, _, kind = _split(url).scheme.partition("+")
    options: dict[str, Any] = {
        "socket_connect_timeout": SOCKET_SECONDS,
        "socket_timeout": SOCKET_SECONDS,
        "max_connections": MOST_CONNECTIONS,
        "protocol": 2,
        "retry": Retry(NoBackoff(), 0),
    }
    if not kind:
        if scheme not in {"redis", "rediss", "unix"}:
            raise ValueError(
                "its scheme is not one of redis, rediss, unix, redis+cluster, rediss+cluster,"
                " redis+sentinel and rediss+sentinel"
            )
        if scheme != "unix":
            parts = _split(url)
            _port(parts)
            _database(parts.path.strip("/"))  # redis-py takes what is no number for 0
        parse_url(url)
        return Redis.from_url(url, **options)
    if kind not in DEFAULT_PORTS or scheme not in {"redis", "rediss"}:
        raise ValueError("its scheme is not one of redis+cluster and redis+sentinel, or rediss+…")
    # the hosts are several, so the rest is read as of an address with one of them
    parts = _split(url.replace(f"+{kind}", "", 1))
    hosts = _hosts(parts, DEFAULT_PORTS[kind])
    options |= _credentials(parts) | _query(parts)
    if kind == "cluster":
        options |= {"retry": Retry(NoBackoff(), 1), "ssl": scheme == "rediss"}
        return RedisCluster(startup_nodes=[ClusterNode(*host) for host in hosts], **options)
    return _of_sentinels(parts, hosts, options | {"ssl": scheme == "rediss"})


async def close_client(client: Client) -> None:
    """Close every connection of a client, those to sentinels too."""
    await client.aclose()
    pool = getattr(client, "connection_pool", None)
    if isinstance(pool, SentinelConnectionPool):
        for sentinel in pool.sentinel_manager.sentinels:
            await sentinel.aclose()


def _split(address: str) -> SplitResult:
    """The parts of an address, whose errors would else repeat what stands for a host."""
    try:
        return urlsplit(address)
    except ValueError:
        raise ValueError(f"it cannot be read: {_ESCAPED}") from None


def _port(parts: SplitResult) -> int | None:
    """The port; what follows a colon may be the beginning of a password instead."""
    try:
        return parts.port
    except ValueError:
        raise ValueError(f"a port is no number up to 65535: {_ESCAPED}") from None


def _of_sentinels(
    parts: SplitResult, hosts: list[tuple[str, int]], options: dict[str, Any]
) -> Redis:
    name, _, database = parts.path.strip("/").partition("/")
    if not name:
        raise ValueError("the path must be the name that the sentinels know the master by")
    of_sentinel = {
        option: options.pop(f"sentinel_{option}")
        for option in ("username", "password")
        if f"sentinel_{option}" in options
    }
    shared = {key: value for key, value in options.items() if key.startswith(("socket_", "ssl"))}
    sentinel = Sentinel(  # type: ignore[no-untyped-call]
        hosts, sentinel_kwargs=shared | of_sentinel, db=_database(database), **options
    )
    client: Redis = sentinel.master_for(name)
    return client


def _database(text: str) -> int:
    if text and not (text.isascii() and text.isdecimal()):
        raise ValueError("its path does not end in the number of a database")
    return int(text or 0)


def _hosts(parts: SplitResult, default_port: int) -> list[tuple[str, int]]:
    listed = parts.netloc.rpartition("@")[2].split(",")
    hosts = []
    for address in listed:
        one = _split(f"//{address}")
        if not one.hostname:
            raise ValueError("a host is empty")
        hosts.append((one.hostname, _port(one) or default_port))
    return hosts


def _credentials(parts: SplitResult) -> dict[str, str]:
    user, _, password = parts.netloc.rpartition("@")[0].partition(":")
    given = {"username": unquote(user), "password": unquote(password)}
    return {name: text for name, text in given.items() if text}


def _query(parts: SplitResult) -> dict[str, Any]:
    """Options of the query; redis-py knows which of them are numbers and switches."""
    known = parse_url(f"redis://host?{parts.query}")
    return {name: known[name] for name, _ in parse_qsl(parts.query)}  # type: ignore[literal-required]
