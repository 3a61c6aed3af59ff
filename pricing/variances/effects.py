"""The parts of a variance: volume, efficiency, mix, price and other items."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from pricing.units import UNITS_PER_USD
from pricing.variances.answer import Effects

NAMES = ("volume_usd", "efficiency_usd", "mix_usd", "price_usd", "other_usd")


class Line(Struct, frozen=True):
    """A line of a month: its cost in ten-thousandths of a dollar, and its device-hours, if any."""

    units: int
    hours: float | None = None

    def added_to(self, lines: dict[str, "Line"], name: str) -> None:
        """Add it to the line of a name; where either has no hours, the sum has none."""
        before = lines.get(name, Line(0, 0.0))
        hours = None
        if before.hours is not None and self.hours is not None:
            hours = before.hours + self.hours
        lines[name] = Line(before.units + self.units, hours)


class Costs(Struct, frozen=True):
    """A month that was planned or billed. served: tokens or requests; None where unknown."""

    lines: Mapping[str, Line]
    served: float | None = None

    @property
    def units(self) -> int:
        """Its cost, in ten-thousandths of a dollar."""
        return sum(line.units for line in self.lines.values())

    @property
    def hours(self) -> Mapping[str, float]:
        """Device-hours by way of buying."""
        return {name: line.hours for name, line in self.lines.items() if line.hours is not None}

    @property
    def compute(self) -> float:
        """The cost of the device-hours, in ten-thousandths of a dollar."""
        return float(sum(line.units for line in self.lines.values() if line.hours is not None))

    @property
    def other(self) -> int:
        """The cost of all else, likewise."""
        return sum(line.units for line in self.lines.values() if line.hours is None)

    def price(self, name: str) -> float | None:
        """The mean price of a line's device-hours; None where it has none."""
        line = self.lines.get(name)
        return None if line is None or not line.hours else line.units / line.hours


def effects_of(plan: Costs, actual: Costs) -> tuple[int, ...]:
    """The effects, in the order of NAMES, in ten-thousandths of a dollar. They add up exactly.

    With V served, H_l device-hours of line l, H their sum, p_l prices, C = Σ H_l·p_l, and the plan
    in brackets:
        volume      = (V/[V] − 1)·[C]
        efficiency  = (H − V/[V]·[H])·[C]/[H]
        mix         = Σ_l (H_l − H·[H_l]/[H])·[p_l]
        price       = Σ_l H_l·(p_l − [p_l])
        other       = the other items less those of the plan.
    Their sum is C − [C] and the other items. A line that the plan lacks has its mean price. Where
    V is unknown, it counts as planned. A bill of dollars without their device-hours does not tell
    efficiency, mix and price apart: what is not volume is then other. Units: USD and
    device-hours. Source: flexible-budget and mix variances of cost accounting.
    """
    total = actual.units - plan.units
    ratio = 1.0
    if plan.served and actual.served is not None:
        ratio = actual.served / plan.served
    planned, billed = sum(plan.hours.values()), sum(actual.hours.values())
    mean = plan.compute / planned if planned else 0.0
    volume = (ratio - 1.0) * plan.compute
    if has_no_hours(plan, actual):
        return (round(volume), 0, 0, 0, total - round(volume))
    efficiency = (billed - ratio * planned) * mean
    mix = price = 0.0
    for name in dict.fromkeys((*plan.hours, *actual.hours)):
        hours = actual.hours.get(name, 0.0)
        usual = plan.price(name)
        standard = mean if usual is None else usual
        share = plan.hours.get(name, 0.0) / planned if planned else 0.0
        mix += (hours - billed * share) * standard
        price += (actual.lines[name].units if name in actual.hours else 0.0) - hours * standard
    if not planned:
        efficiency, mix, price = 0.0, 0.0, actual.compute
    other = actual.other - plan.other
    return _exact([volume, efficiency, mix, price], other, total)


def has_no_hours(plan: Costs, actual: Costs) -> bool:
    """Whether a bill has dollars for device-hours, and does not say how many."""
    if not plan.hours or actual.hours:
        return False
    others = plan.lines.keys() - plan.hours.keys()
    return any(line.units > 0 and name not in others for name, line in actual.lines.items())


def _exact(effects: Sequence[float], other: int, total: int) -> tuple[int, ...]:
    """Effects in whole units, the largest of which takes up the roundings."""
    whole = [round(one) for one in effects]
    largest = max(range(len(whole)), key=lambda at: abs(effects[at]))
    whole[largest] += total - other - sum(whole)
    return (*whole, other)


def told(units: Sequence[int]) -> Effects:
    """Effects as an answer shows them."""
    return Effects(**{name: one / UNITS_PER_USD for name, one in zip(NAMES, units, strict=True)})
