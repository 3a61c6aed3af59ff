"""What the images of rows become, each with its own deployment."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec.structs import asdict, replace

from pricing.numerics.structs import Column, whole
from pricing.serving.passes.images import NO_IMAGES, Images, images_of
from pricing.sweeps.refusals import Refused
from pricing.sweeps.unit_costs.deployments import Deployment
from pricing.sweeps.unit_costs.loads import Loads
from pricing.unit_costs.images.asked import MOST_RATIO


def with_images(deployments: Sequence[Deployment | Refused], own: Column, loads: Loads) -> Loads:
    """Loads with what their images become; own: of each row, the place of its deployment.

    Images that no deployment reads stay without tokens: see images_amiss.
    """
    if not np.any(loads.image_count > 0.0):
        return loads
    sizes = np.broadcast_arrays(
        loads.image_count, loads.image_width, loads.image_height, np.zeros(len(own))
    )
    is_asked = (sizes[0] > 0.0) & ~np.isnan(sizes[1] + sizes[2])
    found = {name: np.full(len(own), value) for name, value in asdict(NO_IMAGES).items()}
    for index, deployment in enumerate(deployments):
        workload = None if isinstance(deployment, Refused) else deployment.workload
        if workload is None:
            continue
        model = workload.model
        encoder = workload.catalog.image_encoders.get(model.name)
        rows = np.flatnonzero(is_asked & (own == index))
        if encoder is None or not model.tower_parameters or not len(rows):
            continue
        count, width, height = (side[rows] for side in sizes[:3])
        images = images_of(
            encoder, model.tower_parameters, count=count, width_pixels=width, height_pixels=height
        )
        for name, values in asdict(whole(images, len(rows))).items():
            found[name][rows] = values
    return replace(loads, images=Images(**found))


def images_amiss(loads: Loads) -> Any:
    """Which rows say something of images that may be refused, or ask for speech or images made."""
    count, width, height = loads.image_count, loads.image_width, loads.image_height
    sides = ~np.isnan(width) | ~np.isnan(height)
    unread = (count > 0.0) & (loads.images.count == 0.0)
    of_none = np.isnan(count) & sides
    with np.errstate(invalid="ignore"):
        longer = np.maximum(width, height) > MOST_RATIO * np.minimum(width, height)
    of_media = ~np.isnan(loads.audio_seconds) | ~np.isnan(loads.inference_steps)
    return unread | of_none | ((count > 0.0) & longer) | of_media
