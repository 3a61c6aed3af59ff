"""Pictures of the months: by Accept, the same bytes each time, with everything marked."""

import re
import struct
from html import escape
from typing import Any

import msgspec
import pytest

from pricing.catalog.library import Library
from pricing.quotes.answers import TcoAnswer
from pricing.quotes.lifetime.tco import tco
from service.charts import COLOURS, _short, png, stack, svg
from tests import questions
from tests.asgi import JSON_HEADERS, Answered, Ask

PATH = "/v1/inference/tco"

CHANGES: dict[str, Any] = {
    "horizon_months": 9,
    "traffic.requests_per_day": 2e5,
    "traffic.growth_per_month_fraction": 0.3,
    "alternative": {
        "name": "an <API>",
        "usd_per_million_input_tokens": 3.0,
        "usd_per_million_output_tokens": 3.0,
    },
    "uncertainty": {"draws": 100},
}


@pytest.fixture(scope="module")
def answer(library: Library) -> TcoAnswer:
    return tco(questions.tco(CHANGES), library)


def called(name: str) -> dict[str, Any]:
    return {**CHANGES, "alternative": {**CHANGES["alternative"], "name": name}}


def drawn(ask: Ask, accept: str) -> Answered:
    body = msgspec.json.encode(questions.changed(questions.TCO, CHANGES))
    return ask("POST", PATH, headers={**JSON_HEADERS, "accept": accept}, body=body)


@pytest.mark.parametrize("name", ["from $1 to $2", "$$", "$x^$", "_own", "on/off & <on>"])
def test_a_name_is_drawn_as_it_is_written(library: Library, name: str) -> None:
    named = tco(questions.tco(called(name)), library)
    picture, text = svg(named).decode(), escape(name, quote=False)

    assert f">{text}<" in picture
    assert f">{text}: " in picture
    assert png(named)


@pytest.mark.parametrize("name", ["\u0001x", "\u0000", "\ufffe", "a\nb", "a\n"])
def test_no_name_has_control_characters(name: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=r"at `\$.alternative.name"):
        questions.tco(called(name))


@pytest.mark.parametrize(
    ("accept", "media", "begins"),
    [
        ("image/svg+xml", "image/svg+xml", b"<?xml"),
        ("image/png", "image/png", b"\x89PNG"),
        ("image/*", "image/svg+xml", b"<?xml"),
        ("image/png;q=0.9, image/svg+xml;q=0.5", "image/png", b"\x89PNG"),
        ("*/*", "application/json", b"{"),
        ("text/html, image/*;q=0.8, */*;q=0.8", "application/json", b"{"),
    ],
)
def test_accept_chooses(ask: Ask, accept: str, media: str, begins: bytes) -> None:
    answered = drawn(ask, accept)

    assert answered.status == 200
    assert answered.headers["content-type"] == media
    assert answered.headers["vary"] == "accept"
    assert answered.body.startswith(begins)


@pytest.mark.parametrize("accept", ["text/html", "image/webp", "application/json;q=0, image/*;q=0"])
def test_what_is_not_offered_is_refused(ask: Ask, accept: str) -> None:
    answered = drawn(ask, accept)

    assert answered.status == 406
    assert "image/svg+xml" in answered.json["detail"]


def test_a_refusal_is_a_problem_and_no_picture(ask: Ask) -> None:
    body = msgspec.json.encode(questions.changed(questions.TCO, {"currency": "EUR"}))
    answered = ask("POST", PATH, headers={**JSON_HEADERS, "accept": "image/png"}, body=body)

    assert answered.status == 422
    assert answered.headers["content-type"] == "application/problem+json"


def test_pictures_are_the_same_bytes_each_time(answer: TcoAnswer) -> None:
    assert svg(answer) == svg(answer)
    assert png(answer) == png(answer)


def test_pictures_say_no_date(answer: TcoAnswer) -> None:
    assert b"<dc:date>" not in svg(answer)
    assert b"tIME" not in png(answer)


def test_a_picture_is_large_enough_to_read(answer: TcoAnswer) -> None:
    width, height = struct.unpack(">II", png(answer)[16:24])

    assert width >= 900
    assert height >= 600


def test_the_stack_is_the_bill(answer: TcoAnswer) -> None:
    drawn = stack(answer)

    assert [sum(amounts) for amounts in zip(*drawn.values(), strict=True)] == pytest.approx(
        [month.usd_total for month in answer.months]
    )
    assert set(drawn) <= set(COLOURS)


def test_every_item_has_its_colour(library: Library) -> None:
    plans: list[dict[str, Any]] = [
        {"option": "owned"},
        {"option": "spot", "provider": "aws"},
        {"plan": "optimal", "provider": "aws"},
    ]
    items = {
        name
        for plan in plans
        for name in tco(
            questions.tco({"purchase": plan, "training_usd": 9.0}), library
        ).totals.line_items_usd
    }

    assert items <= set(COLOURS)


def test_a_long_name_is_cut_to_what_there_is_room_for(library: Library) -> None:
    model = "meta-llama/Meta-Llama-3.1-70B-Instruct-Turbo"
    changes = {"alternative": {"provider": "together", "model": model}}
    longer = {"alternative": {**CHANGES["alternative"], "name": "x" * 100}}
    texts = [svg(tco(questions.tco(one), library)).decode() for one in (changes, longer)]

    assert "meta-llama/" not in texts[0]
    assert f"{'x' * 39}…:" in texts[1]


def test_the_break_even_is_written_in_the_picture(answer: TcoAnswer) -> None:
    texts = re.findall(r"<text[^>]*>(.*?)</text>", svg(answer).decode())

    assert answer.break_even_month is not None
    assert any(f"break-even in {answer.break_even_month}" in text for text in texts)


def texts_of(library: Library, changes: dict[str, Any]) -> list[str]:
    picture = svg(tco(questions.tco(changes), library)).decode()
    return re.findall(r"<text[^>]*>(.*?)</text>", picture)


def test_a_long_title_is_broken_where_its_line_is_full(library: Library) -> None:
    device = {"device": "h100-sxm-96gb-500w", "device_count": 128}
    changes = {
        "model": "deepseek-r1-distill-qwen-1.5b",
        "deployment": device,
        "purchase": {"usd_per_device_hour": 2.0},
    }

    assert "deepseek-r1-distill-qwen-1.5b on 128 × h100-sxm-96gb-500w a replica:" in texts_of(
        library, changes
    )


def test_a_title_names_the_devices_of_every_generation(library: Library) -> None:
    later = [{"date": "2026-10-01", "deployment": {"device": "l4", "device_count": 8}}]

    assert "llama-3.1-70b on 8 × h100-sxm-80gb, then 8 × l4 a replica:" in " ".join(
        texts_of(library, {"generations": later, "horizon_months": 6})
    )


def test_a_service_of_one_month_is_drawn(library: Library) -> None:
    changes = {**CHANGES, "horizon_months": 1}

    def marks(months: int) -> int:
        """Ticks and dots."""
        asked = {**changes, "horizon_months": months}
        return svg(tco(questions.tco(asked), library)).decode().count("<use ")

    assert any(text.endswith(" USD in 1 month") for text in texts_of(library, changes))
    assert marks(1) > marks(2)


def test_alternatives_that_are_not_drawn_are_counted(library: Library) -> None:
    others = [{**CHANGES["alternative"], "name": f"API {place}"} for place in range(8)]
    texts = texts_of(library, {"alternatives": others, "horizon_months": 3})

    assert "2 more are not drawn" in texts
    assert "API 6" not in texts


@pytest.mark.parametrize(
    ("value", "text"), [(999.9, "1k"), (999_900.0, "1 M"), (0.124, "0.124"), (132_101.0, "132k")]
)
def test_a_figure_is_rounded_before_it_is_scaled(value: float, text: str) -> None:
    assert _short(value) == text
