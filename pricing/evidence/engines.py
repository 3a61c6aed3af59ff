"""The engines that are measured to run a kind of model on an architecture."""

from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Device, Model
from pricing.catalog.variants import of_published
from pricing.evidence.cases import cases
from pricing.serving.engines import ENGINES, LAYER_SPLITTING, engine_class

MIXTURE_LOG = 0.05
"""Of all over active parameters: from here on a model has experts, rather than an embedding."""


def engines_for(catalog: Catalog, device: Device, model: Model) -> tuple[str, ...]:
    """The engines of which measurements of such a model on such a device are known.

    Those of the caller's own rows of this model on this device alone, where there are any. Those
    that deal layers out count only where there are no others: nobody serves many with them.
    """
    own = {
        str(engine_class(row.engine))
        for row in catalog.measurements.get((device.name, model.name), ())
        if row.id in catalog.own_measurements
    }
    if own.intersection(ENGINES):
        return tuple(sorted(own.intersection(ENGINES)))
    is_mixture = model.parameters > model.active_parameters * (1.0 + MIXTURE_LOG)
    return _engines(catalog, device.architecture, is_mixture=is_mixture)


@of_published(maxsize=4096)
def _engines(catalog: Catalog, architecture: str, *, is_mixture: bool) -> tuple[str, ...]:
    places = (case.features for case in cases(catalog))
    found = {
        place.engine
        for place in places
        if place.engine in ENGINES
        and place.architecture == architecture
        and (place.sparsity_log > MIXTURE_LOG) == is_mixture
    }
    return tuple(sorted(found - LAYER_SPLITTING or found))
