"""Pictures of the months: by Accept, the same bytes each time, with everything marked."""

import re
import struct
from html import escape
from typing import Any

import matplotlib as mpl
import msgspec
import pytest
from matplotlib.colors import to_rgba
from msgspec.structs import replace

from pricing.catalog.library import Library
from pricing.tco.answer import TcoAnswer
from pricing.tco.quote import tco
from service.formats.pictures.frame import bought, short
from service.formats.pictures.months import _figure, png, stack, svg
from service.formats.pictures.style import COLOURS, LONGEST_NAME, colours_of
from tests import questions
from tests.asgi import Answered, Ask, posted

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


@pytest.fixture(scope="module")
def vectors(answer: TcoAnswer) -> bytes:
    return svg(answer)


@pytest.fixture(scope="module")
def pixels(answer: TcoAnswer) -> bytes:
    return png(answer)


def called(name: str) -> dict[str, Any]:
    return {**CHANGES["alternative"], "name": name}


def drawn(ask: Ask, accept: str) -> Answered:
    return posted(ask, PATH, questions.changed(questions.TCO, CHANGES), accept)


def test_a_name_is_drawn_as_it_is_written(library: Library) -> None:
    names = ["from $1 to $2", "$$", "$x^$", "_own", "on/off & <on>"]
    asked = {**CHANGES, "alternative": None, "alternatives": [called(name) for name in names]}
    named = tco(questions.tco(asked), library)
    picture = svg(named).decode()

    for text in (escape(name, quote=False) for name in names):
        assert f">{text}<" in picture
        assert f">{text}: " in picture
    assert png(named)


@pytest.mark.parametrize("name", ["\u0001x", "\u0000", "\ufffe", "a\nb", "a\n"])
def test_no_name_has_control_characters(name: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=r"at `\$.alternative.name"):
        questions.tco({**CHANGES, "alternative": called(name)})


@pytest.mark.parametrize(
    ("accept", "media", "begins"),
    [
        ("image/svg+xml", "image/svg+xml", b"<?xml"),
        ("image/png", "image/png", b"\x89PNG"),
        ("image/*", "image/svg+xml", b"<?xml"),
        ("image/png;q=0.9, image/svg+xml;q=0.5", "image/png", b"\x89PNG"),
        ("*/*", "application/json", b"{"),
        ("text/html, */*;q=0.8", "application/json", b"{"),
    ],
)
def test_accept_chooses(ask: Ask, accept: str, media: str, begins: bytes) -> None:
    answered = drawn(ask, accept)

    assert answered.status == 200
    assert answered.headers["content-type"] == media
    assert answered.headers["vary"] == "accept, accept-encoding"
    assert answered.body.startswith(begins)


@pytest.mark.parametrize("accept", ["text/html", "image/webp", "application/json;q=0, image/*;q=0"])
def test_what_is_not_offered_is_refused(ask: Ask, accept: str) -> None:
    answered = drawn(ask, accept)

    assert answered.status == 406
    assert "image/svg+xml" in answered.json["detail"]


def test_a_refusal_is_a_problem_and_no_picture(ask: Ask) -> None:
    query = questions.changed(questions.TCO, {"currency": "EUR"})
    answered = posted(ask, PATH, query, "image/png")

    assert answered.status == 422
    assert answered.headers["content-type"] == "application/problem+json"


def test_pictures_are_the_same_bytes_each_time(
    answer: TcoAnswer, vectors: bytes, pixels: bytes
) -> None:
    assert svg(answer) == vectors
    assert png(answer) == pixels


def test_pictures_say_no_date(vectors: bytes, pixels: bytes) -> None:
    assert b"<dc:date>" not in vectors
    assert b"tIME" not in pixels


def test_a_picture_is_large_enough_to_read(pixels: bytes) -> None:
    width, height = struct.unpack(">II", pixels[16:24])

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
    longer = {"alternative": called("x" * 100)}
    texts = [svg(tco(questions.tco(one), library)).decode() for one in (changes, longer)]

    assert "meta-llama/" not in texts[0]
    assert f"{'x' * (LONGEST_NAME - 1)}…:" in texts[1]


def test_the_break_even_is_written_in_the_picture(answer: TcoAnswer, vectors: bytes) -> None:
    texts = re.findall(r"<text[^>]*>(.*?)</text>", vectors.decode())

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

    assert "deepseek-r1-distill-qwen-1.5b on 128 × h100-sxm-96gb-500w a replica:" in " ".join(
        texts_of(library, changes)
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
    within = {**changes, "horizon_months": 2, "start": "2026-09-16"}
    assert any(text.endswith(" USD in 1.5 months") for text in texts_of(library, within))
    assert marks(1) > marks(2)


def test_alternatives_that_are_not_drawn_are_counted(library: Library) -> None:
    others = [called(f"API {place}") for place in range(8)]
    texts = texts_of(library, {"alternatives": others, "horizon_months": 3})

    assert "2 more are not drawn" in texts
    assert "API 6" not in texts


@pytest.mark.parametrize(
    ("value", "text"),
    [(999.9, "1k"), (999_900.0, "1 M"), (0.124, "0.124"), (132_101.0, "132k"), (2.5e9, "2.5 bn")],
)
def test_a_figure_is_rounded_before_it_is_scaled(value: float, text: str) -> None:
    assert short(value) == text


@pytest.fixture(scope="module")
def figure(answer: TcoAnswer) -> Any:
    return _figure(answer)


def test_bars_stand_on_one_another_up_to_the_bill(library: Library) -> None:
    answer = tco(questions.tco({"purchase": {"option": "owned"}, "training_usd": 1e6}), library)
    figure: Any = _figure(answer)
    bars = figure.axes[0].containers
    tops = [0.0] * len(answer.months)
    for one in bars:
        assert [bar.get_y() for bar in one.patches] == pytest.approx(tops)
        tops = [bar.get_y() + bar.get_height() for bar in one.patches]

    assert tops == pytest.approx([month.usd_total for month in answer.months])
    assert [bars_of.patches[0].get_facecolor() for bars_of in bars] == [
        to_rgba(colour) for colour in colours_of(stack(answer)).values()
    ]
    assert len(bars) > 2


def test_every_bar_has_its_spread(answer: TcoAnswer, figure: Any) -> None:
    assert answer.uncertainty is not None
    (spread,) = (drawn for drawn in figure.axes[0].containers if not hasattr(drawn, "patches"))
    ends = [segment[:, 1].tolist() for segment in spread.lines[2][0].get_segments()]

    expected = [
        [min(month.usd_total, at.p10), max(month.usd_total, at.p90)]
        for month, at in zip(answer.months, answer.uncertainty.months, strict=True)
    ]
    assert ends == [pytest.approx(pair) for pair in expected]


def test_lines_are_what_is_spent_a_month_and_in_all(answer: TcoAnswer, figure: Any) -> None:
    above, below = figure.axes
    (other,) = answer.alternatives
    by_month = [list(line.get_ydata()) for line in above.get_lines()]
    in_all = [list(line.get_ydata()) for line in below.get_lines()[:2]]

    assert [above.get_ylabel(), below.get_ylabel()] == ["USD a month", "USD in all"]
    assert [month.usd_total for month in other.months] in by_month
    assert in_all == [
        [month.usd_cumulative for month in answer.months],
        [month.usd_cumulative for month in other.months],
    ]


def test_axes_begin_at_nothing_and_leave_room_for_the_text(figure: Any) -> None:
    above, below = figure.axes
    highest = max(max(line.get_ydata()) for line in below.get_lines())

    assert above.get_xlim() == below.get_xlim()
    assert [above.get_ylim()[0], below.get_ylim()[0]] == [0.0, 0.0]
    assert below.get_ylim()[1] > 1.14 * highest
    assert [axes.yaxis.get_major_formatter()(25e6) for axes in figure.axes] == ["25 M"] * 2


def test_the_legend_names_what_each_colour_is(answer: TcoAnswer, figure: Any) -> None:
    (legend,) = figure.legends
    texts = [text.get_text() for text in legend.get_texts()]
    items = [name.replace("_", " ") for name in stack(answer)]

    assert texts == ["this deployment, in all", "an <API>", *items, "p10 to p90"]
    assert "compute burst" in items


def test_the_break_even_is_marked_where_the_line_has_come_to(answer: TcoAnswer) -> None:
    (other,) = answer.alternatives
    labels = [month.month for month in answer.months]

    def marks(month: str | None) -> list[list[Any]]:
        one = replace(other, break_even_month=month)
        drawn: Any = _figure(replace(answer, alternatives=(one,)))
        return [[*line.get_xdata(), *line.get_ydata()] for line in drawn.axes[1].get_lines()[2:]]

    assert marks(labels[1]) == [[1, other.months[1].usd_cumulative]]
    assert marks(labels[4]) == [[4, other.months[4].usd_cumulative]]
    assert marks(labels[0]) == marks(None) == []


def test_a_break_even_is_told_in_words(answer: TcoAnswer) -> None:
    first, later = answer.months[0].month, answer.months[3].month
    told = {
        "no break-even within the horizon": (None, None),
        "dearer from the first month on": (first, None),
        f"break-even in {later}; equal at 250k requests a day": (later, 2.5e5),
        "no break-even within the horizon; even at 100 requests a day": (None, 100.0),
    }
    (other,) = answer.alternatives
    others = [
        replace(
            other,
            name=f"API {place}",
            break_even_month=month,
            break_even_requests_per_day=per_day,
            curve=(replace(other.curve[0], requests_per_day=100.0),),
        )
        for place, (month, per_day) in enumerate(told.values())
    ]
    picture = svg(replace(answer, alternatives=tuple(others))).decode()

    for place, text in enumerate(told):
        assert f">API {place}: {text}<" in picture


@pytest.mark.parametrize(("count", "step"), [(8, 1), (9, 2), (36, 5)])
def test_no_more_months_are_named_than_there_is_room_for(
    library: Library, count: int, step: int
) -> None:
    asked = tco(questions.tco({"horizon_months": count}), library)
    below = _figure(asked).axes[1]

    assert list(below.get_xticks()) == list(range(0, count, step))
    assert [label.get_text() for label in below.get_xticklabels()] == [
        month.month for month in asked.months[::step]
    ]


@pytest.mark.parametrize(
    ("items", "drawn"),
    [
        ({"a": 99.0, "b": 1.0}, ["a", "b"]),
        ({"a": 99.5, "b": 0.5}, ["a", "b"]),
        ({"a": 99.5, "b": 0.5, "c": 0.0}, ["a", "b"]),
        ({"a": 99.2, "b": 0.4, "c": 0.4}, ["a", "other"]),
        ({"a": 98.1, "b": 1.0, "c": 0.9}, ["a", "b", "c"]),
    ],
)
def test_items_below_a_hundredth_are_drawn_together_where_there_are_several(
    answer: TcoAnswer, items: dict[str, float], drawn: list[str]
) -> None:
    totals = replace(answer.totals, usd_total=100.0, line_items_usd=items)

    assert list(stack(replace(answer, totals=totals))) == drawn


def test_a_name_that_there_is_room_for_is_whole(library: Library) -> None:
    listed = {"provider": "together", "model": "meta-llama/Llama-3.3-70B-Instruct-Turbo"}
    others = [called("x" * LONGEST_NAME), listed]
    texts = texts_of(library, {"alternatives": others, "horizon_months": 3})

    assert "x" * LONGEST_NAME in texts
    assert any(text.startswith("together Llama-3.3-70B") for text in texts)


def test_the_title_says_what_tokens_cost_at_which_utilisation(
    answer: TcoAnswer, vectors: bytes
) -> None:
    usd, share = answer.totals.usd_per_million_tokens, answer.capacity.utilization_fraction
    assert usd is not None
    text = f"{usd:.3g} USD per million tokens at {100 * share:.0f}% utilisation"

    assert f">{text}<" in vectors.decode()


def test_a_title_names_no_model_that_there_is_not_and_devices_once(answer: TcoAnswer) -> None:
    plain = replace(answer, model=None, replicas=answer.replicas * 2)

    assert ">8 × h100-sxm-80gb a replica: " in svg(plain).decode()


def test_a_picture_says_what_it_is_of_and_nothing_of_the_program(
    answer: TcoAnswer, pixels: bytes
) -> None:
    picture = svg(answer, "a < b")

    assert b"<dc:description>a &lt; b</dc:description>" in picture
    assert not re.search(rb" $", picture, re.MULTILINE)
    assert b"Matplotlib" not in picture
    assert b"Software" not in pixels


def test_settings_of_the_process_do_not_change_a_picture(answer: TcoAnswer, vectors: bytes) -> None:
    with mpl.rc_context({"axes.facecolor": "red", "lines.linewidth": 9.0}):
        assert svg(answer) == vectors


def test_a_picture_says_what_is_bought_where_and_of_which_release(
    answer: TcoAnswer, vectors: bytes
) -> None:
    text = bought(answer)
    burst = answer.purchase.burst
    assert burst is not None

    assert "on_demand aws us-east-1" in text
    assert f"{burst.usd_per_device_hour:,.4g} USD a device-hour" in text
    assert f"release {answer.provenance.catalog}" in text
    assert text.split(";")[0].encode() in vectors


def test_a_picture_says_that_a_price_is_an_estimate(library: Library) -> None:
    own = tco(questions.tco({"purchase": {"usd_per_device_hour": 2.0}}), library)
    priced = own.purchase.burst
    assert priced is not None
    estimated = replace(own.purchase, burst=replace(priced, basis="estimated"))

    assert "2 USD a device-hour, given" in bought(own)
    assert "device-hour, estimated" in bought(replace(own, purchase=estimated))
