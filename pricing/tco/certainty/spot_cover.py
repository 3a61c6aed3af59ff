"""The cover for spot of a service whose number of replicas is drawn."""

import numpy as np
from msgspec import Struct

from pricing.fleet.arrays import Columns, part_of
from pricing.fleet.hourly_costs import CoverFractions
from pricing.fleet.projection import Projection
from pricing.numerics.number import Array


class SpotCover(Struct, frozen=True, eq=False):
    """The cover for spot over the spot replicas of the months of a stage, by their number.

    months: of the horizon; answered: at the rate of preemptions that is answered; at_low, at_high:
    at both ends of it, None where it is not drawn.
    """

    months: slice
    answered: CoverFractions
    at_low: CoverFractions | None = None
    at_high: CoverFractions | None = None

    def at(self, replicas: Array, deviates: Array) -> Array:
        """Of each draw with so many replicas on spot at most; at an end for a deviate of ±1."""
        answered = self.answered(replicas)
        if self.at_low is None or self.at_high is None:
            return answered
        ends = np.where(deviates < 0.0, self.at_low(replicas), self.at_high(replicas))
        return np.maximum(answered + np.abs(deviates) * (ends - answered), 0.0)


def most_on_spot(months: Columns) -> Array:
    """Most replicas by the hour beyond the base, one for each row of months."""
    beyond = months["replicas"] - months["base"]
    return np.asarray(np.maximum(beyond.max(axis=-1), 0.0))


def spot_covers(projection: Projection) -> tuple[SpotCover, ...]:
    """The cover of every stage on spot, at the rate of preemptions that is answered."""
    found = []
    for stage in projection.service.stages:
        if stage.spot is not None:
            months = slice(stage.first, stage.last)
            peak = float(most_on_spot(part_of(projection.months, months)))
            cover = CoverFractions(projection.service, stage, [peak])
            found.append(SpotCover(months, cover))
    return tuple(found)
