"""Connections that are slow, large or many cost nobody else anything."""

import gzip
import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from select import select

import httpx
import pytest

from tests.processes import Service, read_all, running

QUESTION = json.dumps(
    {"model": "llama-3.1-8b", "deployment": {"device": "h100-sxm-80gb", "device_count": 1}}
).encode()
POST = (
    b"POST /v1/inference/unit-costs HTTP/1.1\r\nHost: localhost\r\n"
    b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n"
)
CALLERS = 10
LIVE = b"GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture(scope="module")
def impatient(root: Path) -> Iterator[Service]:
    with running(root, UNITCOST_REQUEST_SECONDS="0.5", UNITCOST_MAX_CONNECTIONS="4") as service:
        yield service


@pytest.fixture(scope="module")
def patient(root: Path) -> Iterator[Service]:
    with running(root, UNITCOST_WORKERS="1") as service:
        yield service


def parts(answer: bytes) -> tuple[int, dict[str, str], bytes]:
    head, _, body = answer.partition(b"\r\n\r\n")
    status, *lines = head.decode().split("\r\n")
    return int(status.split()[1]), dict(line.lower().split(": ", 1) for line in lines), body


def receive_one(connection: socket.socket) -> bytes:
    """One answer to `LIVE`: head and body come as they come."""
    answer = b""
    while not answer.endswith(b"}"):
        answer += connection.recv(65536)
    return answer


@pytest.mark.parametrize("sent", [b"G", LIVE[:-4], POST % 100, POST % 100 + b"{"])
def test_a_request_that_never_ends_is_ended(impatient: Service, sent: bytes) -> None:
    started = time.monotonic()
    with impatient.connect() as connection:
        connection.sendall(sent)
        status, headers, body = parts(read_all(connection))

    assert (
        status,
        headers["content-type"],
        json.loads(body)["type"].rpartition("/")[2],
        time.monotonic() - started < 5,
    ) == (408, "application/problem+json", "request-timeout", True)


def test_a_request_that_trickles_is_ended_too(impatient: Service) -> None:
    with impatient.connect() as connection:
        for letter in LIVE:
            try:
                connection.sendall(bytes([letter]))
            except OSError:
                break
            time.sleep(0.05)
        answer = read_all(connection)

    assert answer.startswith(b"HTTP/1.1 408")


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"GET /health/live HTTP/1.1\r\n\r\n", 400),
        (b"GET /health/live HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        (b"GET /health/live HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        (b"GET /health/live HTTP/1.0\r\n\r\n", 200),
    ],
)
def test_a_request_names_one_host(patient: Service, head: bytes, status: int) -> None:
    with patient.connect() as connection:
        connection.sendall(head)
        answer = read_all(connection)

    assert parts(answer)[0] == status


def test_a_connection_that_says_nothing_is_closed(impatient: Service) -> None:
    with impatient.connect() as connection:
        assert read_all(connection) == b""


def test_the_time_runs_anew_with_each_request(impatient: Service) -> None:
    with impatient.connect() as connection:
        for _ in range(4):
            connection.sendall(LIVE)
            assert receive_one(connection).startswith(b"HTTP/1.1 200")
            time.sleep(0.3)


def test_a_second_request_that_never_ends_is_ended_too(impatient: Service) -> None:
    with impatient.connect() as connection:
        connection.sendall(LIVE)
        receive_one(connection)
        connection.sendall(LIVE[:-4])
        answer = read_all(connection)

    assert parts(answer)[0] == 408


def test_at_the_limit_the_slowest_makes_room(impatient: Service) -> None:
    slow = [impatient.connect() for _ in range(4)]
    for connection in slow:
        connection.sendall(b"GET / HTTP/1.1\r\n")

    answered = httpx.get(f"{impatient.url}/health/live")

    assert (answered.status_code, read_all(slow[0])[:12]) == (200, b"HTTP/1.1 408")
    for connection in slow:
        connection.close()
    assert impatient.metric('unitcost_connections_ended_total{reason="crowded_out"}') >= 1


def test_who_does_not_read_the_answer_is_cut_off(impatient: Service) -> None:
    service = impatient
    with socket.create_connection(("127.0.0.1", service.port)) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        request = b"GET /v1/catalog/prices?limit=1000 HTTP/1.1\r\nHost: localhost\r\n\r\n"
        connection.sendall(request * 40)
        deadline = time.monotonic() + 15
        ended = 0.0
        while not ended and time.monotonic() < deadline:
            time.sleep(0.2)
            ended = service.metric('unitcost_connections_ended_total{reason="slow_reader"}')

    assert ended == 1


@pytest.mark.parametrize(
    "head",
    [
        b"GET /health/live HTTP/1.1\r\nHost: localhost\r\nX-Large: " + b"x" * 40_000,
        b"GET /health/live?" + b"x" * 40_000 + b" HTTP/1.1\r\nHost: localhost",
        b"GET /health/live HTTP/1.1\r\n" + b"a: b\r\n" * 8_000 + b"Host: localhost",
    ],
)
@pytest.mark.parametrize("end", [b"", b"\r\n\r\n"])
def test_a_head_that_is_too_large_is_refused(patient: Service, head: bytes, end: bytes) -> None:
    with patient.connect() as connection:
        connection.sendall(head + end)
        status, headers, body = parts(read_all(connection))

    assert (status, headers["connection"], json.loads(body)["status"]) == (431, "close", 431)


def test_a_head_that_comes_in_small_pieces_is_weighed_as_a_whole(patient: Service) -> None:
    with patient.connect() as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.sendall(LIVE[:-2])
        for _ in range(20):
            connection.sendall(b"X-Part: %s\r\n" % (b"x" * 2_000))
            time.sleep(0.01)
            if select([connection], [], [], 0)[0]:
                break
        status, headers, _ = parts(connection.recv(65536))

    assert (status, headers["cache-control"]) == (431, "no-store")
    assert headers["x-request-id"]


def test_a_large_body_is_no_large_head(patient: Service) -> None:
    body = QUESTION + b" " * 500_000
    with patient.connect() as connection:
        connection.sendall(POST % len(body) + body)

        assert connection.recv(65536).startswith(b"HTTP/1.1 200")


def test_what_is_not_http_is_told_so(patient: Service) -> None:
    with patient.connect() as connection:
        connection.sendall(b"HELO example.com\r\n\r\n")
        status, headers, _ = parts(read_all(connection))

    assert (status, headers["content-type"]) == (400, "application/problem+json")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["content-security-policy"].startswith("default-src 'none'")


def test_a_body_may_be_compressed(patient: Service) -> None:
    plain, packed = (
        httpx.post(
            f"{patient.url}/v1/inference/unit-costs",
            content=content,
            headers={"content-type": "application/json", **encoding},
        )
        for content, encoding in (
            (QUESTION, {}),
            (gzip.compress(QUESTION), {"content-encoding": "gzip"}),
        )
    )

    assert (packed.status_code, packed.content) == (200, plain.content)


def test_requests_that_follow_each_other_unasked_are_answered_in_turn(patient: Service) -> None:
    with patient.connect() as connection:
        connection.sendall(LIVE * 3 + LIVE.replace(b"Host", b"Connection: close\r\nHost"))
        answer = read_all(connection)

    assert answer.count(b"HTTP/1.1 200 OK") == 4


def test_who_waits_for_an_answer_makes_room_for_nobody(root: Path) -> None:
    question = {
        "kind": "tco",
        "base": {"model": "llama-3.1-70b", "deployment": {"device": "h100-sxm-80gb"}},
        "axes": {"traffic.requests_per_day": {"from": 1e5, "to": 2e6, "count": 400}},
    }
    body = json.dumps(question).encode()
    long = POST.replace(b"inference/unit-costs", b"sweeps") % len(body) + body
    with running(root, UNITCOST_MAX_CONNECTIONS="1") as service, service.connect() as busy:
        busy.settimeout(60.0)
        busy.sendall(LIVE + long)
        receive_one(busy)
        with service.connect() as other:
            other.sendall(LIVE)
            refused = other.recv(65536)

        answered = busy.recv(65536)

    assert parts(refused)[:1] == (503,)
    assert parts(refused)[1]["retry-after"] == "1"
    assert parts(answered)[0] == 200


def test_while_it_stops_it_says_so_and_still_answers(root: Path, services: list[Service]) -> None:
    services.append(Service(root, UNITCOST_DRAIN_SECONDS="2"))
    service = services[-1].wait()
    with service.connect() as idle:
        idle.sendall(LIVE)
        receive_one(idle)
        service.process.terminate()
        time.sleep(0.4)
        ready = httpx.get(f"{service.url}/health/ready")
        quote = httpx.post(f"{service.url}/v1/inference/unit-costs", json=json.loads(QUESTION))
        idle.sendall(LIVE)
        status, headers, _ = parts(receive_one(idle))

    assert (
        ready.status_code,
        ready.json()["type"].rpartition("/")[2],
        quote.status_code,
        quote.headers["connection"],
        (status, headers["connection"]),
        service.process.wait(timeout=10),
    ) == (503, "not-ready", 200, "close", (200, "close"), 0)


def test_a_caller_that_leaves_is_counted_and_no_fault(patient: Service) -> None:
    request = b"GET /v1/catalog/prices?limit=1000&search=%d HTTP/1.1\r\nHost: localhost\r\n\r\n"
    for number in range(CALLERS):
        with patient.connect() as connection:
            connection.sendall(request % number)

    def answered(status: int) -> float:
        labels = f'method="GET",route="/v1/catalog/prices",status="{status}"'
        return patient.metric(f"unitcost_requests_total{{{labels}}}")

    deadline = time.monotonic() + 10.0
    while answered(200) + answered(499) < CALLERS and time.monotonic() < deadline:
        time.sleep(0.05)

    assert (answered(499) > 0, answered(500)) == (True, 0)
