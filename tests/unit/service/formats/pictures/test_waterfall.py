"""Waterfalls: bars from one figure to the other, the same bytes each time."""

import re
from typing import Any

import msgspec
import pytest

from pricing.catalog.library import Library
from pricing.explanations.answer import ExplanationAnswer
from pricing.explanations.query import ExplanationQuery
from pricing.explanations.quote import explanation
from service.formats.pictures.style import DOWN, ENDS, UP
from service.formats.pictures.waterfall import _figure, bars_of, png, svg
from tests import questions

ASKED: dict[str, Any] = {
    "base": questions.BRIDGED,
    "from": {"as_of": "2024-06-01", "utilization_fraction": 0.6},
    "to": {"as_of": "2026-05-01", "utilization_fraction": 0.5},
}


@pytest.fixture(scope="module")
def answer(library: Library) -> ExplanationAnswer:
    return explanation(msgspec.convert(ASKED, ExplanationQuery), library)


def texts(picture: bytes) -> list[str]:
    return re.findall(r"<text[^>]*>(.*?)</text>", picture.decode())


def test_bars_lead_from_the_start_to_the_end(answer: ExplanationAnswer) -> None:
    first, *between, last = bars_of(answer)

    assert (first.start, first.end, first.colour) == (0.0, answer.from_value, ENDS)
    assert (last.start, last.end, last.colour) == (0.0, answer.to_value, ENDS)
    assert between[0].start == first.end
    assert between[1].start == between[0].end
    assert between[-1].end == pytest.approx(last.end)
    assert [bar.colour for bar in between] == [DOWN, UP]
    assert [bar.text for bar in between] == ["−$1.08", "+$0.347"]


def test_the_picture_says_what_moves_the_figure(answer: ExplanationAnswer) -> None:
    told = texts(svg(answer))

    assert {"The price of output tokens:", "$2.22 to $1.49 per million output tokens"} <= {*told}
    assert {"price of p5.48xlarge", "utilization_fraction 0.6", "−$1.08"} <= {*told}
    assert "usd_per_million_output_tokens" in told


def test_it_is_the_same_bytes_each_time(answer: ExplanationAnswer) -> None:
    assert svg(answer) == svg(answer)
    assert png(answer) == png(answer)
    assert b"<dc:date>" not in svg(answer)


def test_bars_and_their_texts_are_within_the_picture(answer: ExplanationAnswer) -> None:
    drawn: Any = _figure(answer)
    (axes,) = drawn.axes
    left, right = axes.get_xlim()

    assert left == 0.0
    assert right > 1.1 * answer.from_value
    assert len(axes.patches) == 4
    assert axes.yaxis_inverted()


def test_figures_below_nothing_have_room(answer: ExplanationAnswer) -> None:
    below = msgspec.structs.replace(answer, from_value=-1.0)
    drawn: Any = _figure(below)

    assert drawn.axes[0].get_xlim()[0] < -1.0


def test_a_bridge_without_effects_has_its_two_ends(library: Library) -> None:
    same = explanation(msgspec.convert({"base": ASKED["base"]}, ExplanationQuery), library)

    assert [bar.colour for bar in bars_of(same)] == [ENDS, ENDS]
    assert png(same)
