"""The price table asked: which row matches a purchase, and what is near where none does."""

from datetime import date

from pricing.catalog.names import nearest
from pricing.catalog.prices import PriceChoice, PriceQuestion
from pricing.catalog.rows import Device, PriceRow
from pricing.errors import NoPrice, Refusal, UnknownName
from pricing.quotes.ledger import Ledger
from pricing.quotes.queries import Purchase


def check_place(ledger: Ledger, purchase: Purchase, *, field: str) -> None:
    """Raise UnknownName where the provider or its region is not in the tables."""
    providers = ledger.catalog.providers
    if purchase.provider is not None:
        if purchase.provider not in providers:
            raise UnknownName(
                f"no provider is called {purchase.provider!r} in this release",
                field=f"{field}.provider",
                nearest=nearest(purchase.provider, providers) or sorted(providers),
            )
        regions = providers[purchase.provider]
    else:
        regions = ledger.catalog.region_names
    if purchase.region is not None and purchase.region not in regions:
        raise UnknownName(
            f"no region of {purchase.provider or 'any provider'} is called {purchase.region!r}",
            field=f"{field}.region",
            nearest=nearest(purchase.region, regions) or sorted(regions)[:5],
        )


def find(
    ledger: Ledger, device: Device, option: str, purchase: Purchase, *, provider: str | None = None
) -> PriceChoice | None:
    """The row in force that matches, None where none does."""
    return ledger.catalog.prices.find(
        PriceQuestion(
            device.name,
            option,
            provider or purchase.provider,
            purchase.region,
            purchase.instance_type,
        ),
        ledger.day,
    )


def no_price(
    ledger: Ledger,
    device: Device,
    option: str,
    purchase: Purchase,
    *,
    field: str,
    suggests: bool = True,
) -> Refusal:
    """What is missing, and which rows are nearest: another day, place or option.

    suggests: whether to look for these, which takes longer than all else.
    """
    place = [part for part in (purchase.provider, purchase.region, purchase.instance_type) if part]
    return NoPrice(
        f"no {option} price of {device.name}"
        + (f" at {' '.join(place)}" if place else "")
        + f" on {ledger.as_of} in release {ledger.catalog.name}",
        field=field,
        nearest=_near(ledger, device, option, purchase) if suggests else (),
    )


def _near(ledger: Ledger, device: Device, option: str, purchase: Purchase) -> tuple[str, ...]:
    book = ledger.catalog.prices
    question = PriceQuestion(
        device.name, option, purchase.provider, purchase.region, purchase.instance_type
    )
    close = book.rows(question)
    if not close:
        close = [row for row in book.rows(PriceQuestion(device.name, option)) if _on(row, ledger)]
    if not close:
        close = [
            row
            for other in book.options(device.name)
            for row in book.rows(PriceQuestion(device.name, other, purchase.provider))
            if _on(row, ledger)
        ]
    close.sort(key=lambda row: (_distance(row, ledger.day), row.id))
    return tuple(dict.fromkeys(row.id for row in close))[:5] or (
        ("owned",) if device.purchase_usd is not None else ()
    )


def _on(row: PriceRow, ledger: Ledger) -> bool:
    return _distance(row, ledger.day) == 0


def _distance(row: PriceRow, day: int) -> int:
    start = date.fromisoformat(row.effective_from).toordinal()
    end = date.max if row.effective_to is None else date.fromisoformat(row.effective_to)
    return max(start - day, day - end.toordinal() + 1, 0)
