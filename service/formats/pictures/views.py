"""The pictures that an answer has, by media type. The first of each type needs no profile."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from pricing.tco.answer import TcoAnswer
from service.formats.currency import charted
from service.formats.media import PNG, SVG, view
from service.formats.pictures.cash import cash_figure
from service.formats.pictures.frame import bought, currency, titled
from service.formats.pictures.months import png, svg
from service.formats.pictures.plans import plans_figure
from service.formats.pictures.runs import run_drivers_figure, run_figure
from service.formats.pictures.style import png_of, svg_of
from service.formats.pictures.tornado import movers_of, tornado
from service.formats.pictures.years import years_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Draw = Callable[[Any], bytes]


def drivers_figure(answer: TcoAnswer) -> "Figure":
    """What moves the total of a service."""
    drawn = charted(answer)
    rate = answer.totals.usd_total / drawn.totals.usd_total if drawn.totals.usd_total else 1.0
    base, movers = movers_of(answer.drivers, answer.confidence, rate=rate)
    title, note = titled(drawn, "What moves the total"), bought(answer)
    return tornado(title, note, base, movers, f"total, {currency(answer)}")


def _svg(make: "Callable[[Any], Figure]", title: str, answer: Any) -> bytes:
    return svg_of(lambda: make(answer), title)


def _png(make: "Callable[[Any], Figure]", answer: Any) -> bytes:
    return png_of(lambda: make(answer))


def _pictures(views: "Mapping[str, Callable[[Any], Figure]]") -> dict[str, Draw]:
    """Functions that draw views as SVG and PNG, by media type; views: by their names."""
    found: dict[str, Draw] = {}
    for name, make in views.items():
        found[view(SVG, name)] = partial(_svg, make, name or "ways of buying")
        found[view(PNG, name)] = partial(_png, make)
    return found


SERVICE_PICTURES: Mapping[str, Draw] = {
    SVG: svg,
    PNG: png,
    **_pictures(
        {
            "years": years_figure,
            "cash": cash_figure,
            "plans": plans_figure,
            "drivers": drivers_figure,
        }
    ),
}

RUN_PICTURES: Mapping[str, Draw] = _pictures({"": run_figure, "drivers": run_drivers_figure})
