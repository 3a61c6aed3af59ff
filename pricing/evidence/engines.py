"""The engines that are measured to run a kind of model on an architecture."""

from pricing.catalog.catalog import Catalog
from pricing.catalog.rows import Device, Model
from pricing.catalog.variants import of_published
from pricing.evidence.cases import cases
from pricing.evidence.features import kernels_of
from pricing.serving.engines import ENGINES, LAYER_SPLITTING, engine_class

MIXTURE_LOG = 0.05
"""Of all over active parameters: from here on a model has experts, rather than an embedding."""


def engines_for(catalog: Catalog, device: Device, model: Model) -> tuple[str, ...]:
    """The engines of which measurements of such a model on such a device are known.

    Those of the caller's own rows of this model on this device alone, where there are any. Those
    that deal layers out count only where there are no others: nobody serves many with them.
    """
    own = _own(catalog, device.name, model.name) if catalog.own_measurements else ()
    if own:
        return own
    is_mixture = model.parameters > model.active_parameters * (1.0 + MIXTURE_LOG)
    return _engines(catalog, kernels_of(device), is_mixture=is_mixture)


@of_published(maxsize=4096)
def _own(catalog: Catalog, device: str, model: str) -> tuple[str, ...]:
    """The engines of the caller's own rows of a model on a device."""
    rows = catalog.measurements.get((device, model), ())
    found = {engine_class(row.engine) for row in rows if row.id in catalog.own_measurements}
    return tuple(engine for engine in ENGINES if engine in found)


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
