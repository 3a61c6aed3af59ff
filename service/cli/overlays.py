"""The commands that make and check overlays."""

import shutil
import sys
from argparse import Namespace
from collections import Counter
from datetime import UTC, date, datetime
from pathlib import Path

from pricing.catalog.catalog import Catalog
from pricing.catalog.library import Library
from pricing.catalog.overlays.effects import Effect, effects
from pricing.catalog.overlays.headers import COLUMNS
from pricing.catalog.overlays.rate_cards import read_rate_card
from pricing.errors import CatalogError, InvalidQuery
from pricing.releases.manifest import file_content
from pricing.releases.overlay import OVERLAY, RATE_CARD, is_overlay_name, overlays_in
from service.settings import Settings

TEMPLATE = ",".join(
    name
    for name in COLUMNS
    if not name.startswith("price_per") and name not in {"service", "usd_per_currency_unit"}
)
"""The header of a rate card that nobody has written yet."""


def run(chosen: Namespace, settings: Settings) -> int:
    """`overlay new` or `overlay check`."""
    return new(chosen, settings) if chosen.action == "new" else check(chosen, settings)


def new(chosen: Namespace, settings: Settings) -> int:
    """Make an overlay, with rate cards in it or an empty one.

    Raises InvalidQuery for a name that is taken or no name, CatalogError for a card with a bad row.
    """
    name = chosen.name
    if not is_overlay_name(name):
        raise InvalidQuery(
            f"{name!r}: lower-case letters, digits, dots and hyphens are expected", field="NAME"
        )
    place = (chosen.into or settings.tables or Path()) / name
    if (place / OVERLAY).exists():
        raise InvalidQuery(f"{place} is an overlay already: edit its files", field="NAME")
    library = Library.load(settings.directories, overlays=False)
    base = library.get(chosen.base)
    if base.base is not None:
        raise InvalidQuery(f"{base.name} is an overlay: name a release", field="--base")
    for card in chosen.rates:
        read_rate_card(file_content(card), file=str(card), contract=name)
    known_by = max(chosen.known_by or datetime.now(UTC).date(), base.known_by)
    place.mkdir(parents=True, exist_ok=True)
    for card in chosen.rates:
        shutil.copyfile(card, place / _card_name(card, len(chosen.rates)))
    if not chosen.rates and not any(place.glob("*.csv")):
        (place / f"{RATE_CARD}.csv").write_text(f"{TEMPLATE}\n")
    write_settings(place, base, known_by)
    try:
        made = library.read(place)
    except CatalogError:
        (place / OVERLAY).unlink()  # half an overlay would be served
        raise
    sys.stdout.write(f"{place}: ask for it as catalog={made.name}\n")
    return 0


def write_settings(place: Path, base: Catalog, known_by: date) -> None:
    """What an overlay says of itself: the name of its directory, the release below, and a day."""
    says = f'name = "{place.name}"\nbase = "{base.name}"\nknown_by = {known_by}\n'
    (place / OVERLAY).write_text(says)


def _card_name(card: Path, count: int) -> str:
    """What a rate card is called in its overlay."""
    stem = "".join(letter if letter.isalnum() else "_" for letter in card.stem.lower())
    return f"{RATE_CARD}.csv" if count == 1 else f"{RATE_CARD}_{stem}.csv"


def check(chosen: Namespace, settings: Settings) -> int:
    """Say what overlays hold row by row, and what they hide of their bases."""
    library = Library.load(settings.directories, overlays=False)
    asked = [placed(given, settings) for given in chosen.directories]
    places = [
        overlay
        for given in asked or [settings.tables or Path()]
        for overlay in ([given] if (given / OVERLAY).exists() else overlays_in(given))
    ]
    if not places:
        raise InvalidQuery(
            "no overlay is there: make one with `unitcost overlay new`", field="DIRECTORY"
        )
    for place in places:
        overlay = library.read(place)
        base = library.release(overlay.base or "")
        told = effects(overlay.release, base)
        sys.stdout.write(f"{overlay.name}: {_counted(told)}\n")
        for effect in told:
            where = f" ({effect.place})" if effect.place else ""
            sys.stdout.write(f"  {effect.does} {effect.table} {effect.key}{where}: {effect.says}\n")
    return 0


def placed(given: Path, settings: Settings) -> Path:
    """The directory of an overlay, given as such or by its name."""
    named = (settings.tables or Path()) / given
    return given if given.exists() or not named.exists() else named


def _counted(told: list[Effect]) -> str:
    counts = Counter(effect.does for effect in told)
    return ", ".join(f"{does} {count}" for does, count in counts.items()) or "no rows"
