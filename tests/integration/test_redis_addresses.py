"""Every kind of Redis address, and servers of which there are several."""

import asyncio
import signal
import ssl
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import redis
import trustme

from pricing.catalog.library import Library
from service.access.redis_rate_limit import RedisRateLimiter
from service.app import create_app
from service.cache.envelope import Content
from service.cache.redis_url import redis_client
from service.settings import Secret, Settings, SettingsError
from tests.integration.kit import CONTENT, Kit, twice
from tests.processes import free_port
from tests.redis_servers import LocalServer, eventually, local_server

PASSWORD = "s3cr3t-pässword"  # noqa: S105 - of a server that lives as long as a test


@pytest.mark.parametrize("user", ["", "reader"])
def test_with_a_password(playing: Callable[..., Any], user: str) -> None:
    options = ["--requirepass", PASSWORD, "--user", "reader", "on", "~*", "+@all", f">{PASSWORD}"]
    with local_server(*options) as server:
        address = server.url.replace("redis://", f"redis://{user}:s3cr3t-p%C3%A4ssword@")

        assert playing(address, twice) == ["stored", "hit"]


def test_with_a_wrong_password_there_are_answers(playing: Callable[..., Any]) -> None:
    async def play(kit: Kit) -> Content:
        return (await kit.answer())[0]

    with local_server("--requirepass", PASSWORD) as server:
        assert playing(server.url, play) == CONTENT


def test_over_a_unix_socket(playing: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "redis.sock"
    with local_server("--unixsocket", str(path)):
        assert playing(f"unix://{path}?db=1", twice) == ["stored", "hit"]


@asynccontextmanager
async def tls_before(port: int, folder: Path) -> AsyncIterator[tuple[int, Path]]:
    """A port that speaks TLS and passes on to another; the port, and who vouches for it."""
    authority = trustme.CA()
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert("localhost").configure_cert(context)
    certificate = folder / "ca.pem"
    authority.cert_pem.write_to_path(str(certificate))

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        behind = await asyncio.open_connection("127.0.0.1", port)

        async def copy(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
            while data := await source.read(65536):
                target.write(data)
            target.close()

        await asyncio.gather(copy(reader, behind[1]), copy(behind[0], writer))

    server = await asyncio.start_server(pass_on, "127.0.0.1", 0, ssl=context)
    async with server:
        yield server.sockets[0].getsockname()[1], certificate


@pytest.mark.parametrize("trusted", [True, False])
def test_over_tls(library: Library, tmp_path: Path, trusted: bool) -> None:  # noqa: FBT001
    async def play(server: LocalServer) -> list[str]:
        async with tls_before(server.port, tmp_path) as (port, certificate):
            option = f"?ssl_ca_certs={certificate}" if trusted else ""
            kit = Kit(f"rediss://localhost:{port}/0{option}", library)
            try:
                return await twice(kit) if trusted else [(await kit.answer())[1].state]
            finally:
                await kit.store.close()

    with local_server() as server:
        assert asyncio.run(play(server)) == (["stored", "hit"] if trusted else ["bypass"])


@pytest.mark.parametrize(
    "url",
    [
        "http://h:1",
        "redis+else://h:1",
        "unix+cluster:///path",
        "redis+sentinel://h:1",
        "redis://h:x",
        "redis://h/x",
        "redis+sentinel://h/name/x",
        "redis+cluster://,h",
        "",
    ],
)
def test_an_address_that_cannot_be_one_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        redis_client(url)


@pytest.mark.parametrize(
    "url",
    [
        "redis://user:s3cr3t#rest@h:6379",
        "redis://user:s3cr3t?rest@h:6379",
        "redis://user:[s3cr3t]@h",
        "redis://user:s3cr3t\u2100@h",
        "rediss+cluster://user:s3cr3t/rest@h:6379",
        "redis+cluster://a:1,[s3cr3t]",
        "redis+sentinel://user:s3cr3t#rest@h:26379/name",
        "redis+sentinel://user:s3cr3t@h:26379/name/x",
    ],
)
def test_what_is_said_of_an_address_repeats_no_password(library: Library, url: str) -> None:
    with pytest.raises(SettingsError, match="UNITCOST_REDIS_URL: ") as refused:
        create_app(Settings(redis_url=Secret(url)), library)

    assert "s3cr3t" not in str(refused.value)


@pytest.fixture
def cluster() -> Iterator[list[LocalServer]]:
    """Three masters that share the slots."""
    with ExitStack() as stack:
        options = ("--cluster-enabled", "yes", "--cluster-node-timeout", "1000", "--cluster-port")
        gossip = [str(free_port()) for _ in range(3)]
        nodes = [stack.enter_context(local_server(*options, port)) for port in gossip]
        clients = [stack.enter_context(node.client()) for node in nodes]
        for client, first, last in zip(
            clients, (0, 5461, 10923), (5460, 10922, 16383), strict=True
        ):
            client.execute_command("CLUSTER", "ADDSLOTSRANGE", first, last)
        for node, port in zip(nodes[1:], gossip[1:], strict=True):
            clients[0].execute_command("CLUSTER", "MEET", "127.0.0.1", node.port, port)
        wait_for(lambda: all(b"cluster_state:ok" in raw(c, "CLUSTER", "INFO") for c in clients))
        yield nodes


def raw(client: redis.Redis, *command: str) -> bytes:
    """What a server answers, unparsed."""
    client.set_response_callback(command[0] + " " + command[1], lambda answer, **_: answer)
    answer: bytes = client.execute_command(  # type: ignore[no-untyped-call]
        " ".join(command[:2]), *command[2:]
    )
    return answer


def wait_for(holds: Callable[[], bool]) -> None:
    """Wait without a loop."""
    asyncio.run(eventually(holds, seconds=20))


def addresses(nodes: list[LocalServer]) -> str:
    return ",".join(f"127.0.0.1:{node.port}" for node in nodes)


def test_in_a_cluster(cluster: list[LocalServer], playing: Callable[..., Any]) -> None:
    async def play(kit: Kit) -> tuple[list[str], int]:
        states = await twice(kit)
        verdict = await RedisRateLimiter(kit.store).spend("caller", 60)
        return states, verdict.remaining

    assert playing(f"redis+cluster://{addresses(cluster)}", play) == (["stored", "hit"], 59)


def test_in_a_cluster_that_lost_a_master_there_are_answers(
    cluster: list[LocalServer], playing: Callable[..., Any]
) -> None:
    async def play(kit: Kit) -> set[Content]:
        await twice(kit)
        for node in cluster:
            node.signal(signal.SIGSTOP)
        stopped = [(await kit.answer())[0] for _ in range(8)]
        for node in cluster[1:]:
            node.signal(signal.SIGCONT)
        cluster[0].kill()
        return {*stopped, *[(await kit.answer())[0] for _ in range(8)]}

    url = f"redis+cluster://{addresses(cluster)}"
    assert playing(url, play, call_seconds=0.5) == {CONTENT}


@pytest.fixture
def guarded() -> Iterator[tuple[list[LocalServer], list[LocalServer]]]:
    """A master, its replica, and three sentinels that watch them."""
    with ExitStack() as stack:
        master = stack.enter_context(local_server())
        replica = stack.enter_context(local_server("--replicaof", "127.0.0.1", str(master.port)))
        sentinels = [stack.enter_context(local_server("--sentinel")) for _ in range(3)]
        for sentinel in sentinels:
            with sentinel.client() as client:
                client.execute_command("SENTINEL MONITOR", "main", "127.0.0.1", master.port, 2)
                for option, value in (("down-after-milliseconds", 300), ("failover-timeout", 2000)):
                    client.execute_command("SENTINEL SET", "main", option, value)
        with sentinels[0].client() as client:
            wait_for(lambda: b"1" in _sentinel_facts(client, b"num-slaves"))
            wait_for(lambda: b"2" in _sentinel_facts(client, b"num-other-sentinels"))
        yield [master, replica], sentinels


def _sentinel_facts(client: redis.Redis, name: bytes) -> bytes:
    client.set_response_callback("SENTINEL MASTER", lambda answer, **_: answer)
    facts = client.execute_command("SENTINEL MASTER", "main")  # type: ignore[no-untyped-call]
    return bytes(dict(zip(facts[::2], facts[1::2], strict=True))[name])


def test_sentinels_tell_the_next_master(
    guarded: tuple[list[LocalServer], list[LocalServer]], playing: Callable[..., Any]
) -> None:
    (master, _), sentinels = guarded

    async def play(kit: Kit) -> tuple[list[str], set[Content], list[str]]:
        before = await twice(kit)
        master.kill()
        meanwhile = {(await kit.answer())[0] for _ in range(8)}

        async def is_stored() -> bool:
            return (await kit.answer())[1].state == "hit"

        await eventually(is_stored, seconds=20)
        return before, meanwhile, [(await kit.answer())[1].state]

    url = f"redis+sentinel://{addresses(sentinels)}/main/0"
    assert playing(url, play) == (["stored", "hit"], {CONTENT}, ["hit"])
