"""A value is what it was written as, for its own key, or it is nothing."""

import pytest
import zstandard
from hypothesis import given
from hypothesis.strategies import binary, integers, sampled_from

from service.cache import envelope as values
from service.cache.envelope import (
    LONG_BYTES,
    PACKED_FROM_BYTES,
    Content,
    packed,
    unpacked,
)
from service.http.compressed_body import COMPRESS_FROM_BYTES, CompressedBody, bytes_of

KEY = "a" * 64
MEDIA = (b"application/json", b"text/csv", b"image/svg+xml")


@given(body=binary(max_size=300), media=sampled_from(MEDIA), repeat=sampled_from([1, 200]))
def test_what_was_packed_is_unpacked(body: bytes, media: bytes, repeat: int) -> None:
    content = Content(body * repeat, media)

    assert unpacked(KEY, packed(KEY, content)) == content


def test_what_is_large_is_compressed() -> None:
    value = packed(KEY, Content(b"[0.25]" * COMPRESS_FROM_BYTES, MEDIA[0]))

    assert len(value) < COMPRESS_FROM_BYTES


@pytest.mark.parametrize("length", [PACKED_FROM_BYTES, LONG_BYTES + 1])
def test_what_is_long_stays_packed_until_it_is_sent(length: int) -> None:
    body = b"0.25," * (length // 5 + 1)

    found = unpacked(KEY, packed(KEY, Content(body, MEDIA[0])))

    assert found is not None
    assert isinstance(found.body, CompressedBody)
    assert (len(found.body), bytes_of(found.body)) == (len(body), body)
    assert b"".join(found.body.pieces()) == body


@given(place=integers(0, 10_000), change=integers(1, 255), repeat=sampled_from([10, 10_000]))
def test_a_byte_that_changed_is_noticed(place: int, change: int, repeat: int) -> None:
    value = bytearray(packed(KEY, Content(b'{"a": 1}' * repeat, MEDIA[0])))
    value[place % len(value)] ^= change

    assert unpacked(KEY, bytes(value)) is None


@given(kept=integers(0, 10_000), repeat=sampled_from([10, 10_000]))
def test_a_value_that_was_cut_off_is_noticed(kept: int, repeat: int) -> None:
    value = packed(KEY, Content(b'{"a": 1}' * repeat, MEDIA[0]))

    assert unpacked(KEY, value[: kept % len(value)]) is None


def test_what_is_compressed_already_is_left_alone() -> None:
    content = Content(b"0" * COMPRESS_FROM_BYTES, b"application/vnd.apache.parquet")

    assert len(packed(KEY, content)) > COMPRESS_FROM_BYTES


def test_within_a_process_nothing_is_checked() -> None:
    content = Content(b"{}" * COMPRESS_FROM_BYTES, MEDIA[0])
    value = packed(KEY, content, is_checked=False)

    assert (unpacked(KEY, value), unpacked(KEY, value, is_checked=False)) == (None, content)


@given(rubbish=binary(max_size=200))
def test_rubbish_is_nothing(rubbish: bytes) -> None:
    assert unpacked(KEY, rubbish) is None


def test_the_value_of_another_key_is_nothing() -> None:
    assert unpacked("b" * 64, packed(KEY, Content(b"{}", MEDIA[0]))) is None


@pytest.mark.parametrize(("mark", "other"), [("_MAGIC", b"OTHR"), ("_VERSION", 2)])
@pytest.mark.parametrize("is_checked", [True, False])
def test_a_value_of_another_layout_is_nothing(
    monkeypatch: pytest.MonkeyPatch,
    mark: str,
    other: object,
    is_checked: bool,  # noqa: FBT001
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(values, mark, other)
        value = packed(KEY, Content(b"{}", MEDIA[0]), is_checked=is_checked)

    assert unpacked(KEY, value, is_checked=is_checked) is None


@pytest.mark.parametrize("change", [-1, 1])
@pytest.mark.parametrize("repeat", [1, COMPRESS_FROM_BYTES, PACKED_FROM_BYTES])
def test_a_value_of_another_length_than_it_says_is_nothing(change: int, repeat: int) -> None:
    class Lying(bytes):
        """Its length is not what is said of it."""

        def __len__(self) -> int:
            return super().__len__() + change

    value = packed(KEY, Content(Lying(b"{}" * repeat), MEDIA[0]))

    assert unpacked(KEY, value) is None


def test_what_only_says_that_it_is_compressed_is_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(zstandard, "compress", lambda body, _level: body)
        value = packed(KEY, Content(b"{}" * COMPRESS_FROM_BYTES, MEDIA[0]))

    assert unpacked(KEY, value) is None
