"""Reads an overlay with its rate cards."""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from msgspec.structs import replace

from pricing.catalog.overlays.contract_prices import with_rate_cards
from pricing.catalog.overlays.rate_cards import Rate, read_rate_card
from pricing.catalog.overlays.suspect_rows import check_meant
from pricing.releases.manifest import Release, digest_of, file_content
from pricing.releases.overlay import rate_cards_in, read_overlay, read_settings


def read_overlaid(directory: Path, release_of: Callable[[str], Release]) -> Release:
    """An overlay over its base, its rate cards laid over the list prices of both.

    release_of: the release of a name. Raises CatalogError, see read_overlay and read_rate_card.
    """
    release = read_overlay(directory, release_of)
    check_meant(release, release_of(release.base or ""))
    files = rate_cards_in(directory)
    if not files:
        return release
    digests = (f"{path.name} {sha256(file_content(path)).hexdigest()}" for path in files)
    laid = with_rate_cards(release, rates_of(directory))
    return replace(laid, digest=digest_of((release.digest, *digests)))


def rates_of(directory: Path) -> list[Rate]:
    """The rows of all rate cards of an overlay. Raises CatalogError."""
    contract = read_settings(directory).name
    return [
        rate
        for path in rate_cards_in(directory)
        for rate in read_rate_card(file_content(path), file=str(path), contract=contract)
    ]
