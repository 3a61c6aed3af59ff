"""Terms of payment, as a question has them."""

from typing import Annotated

from msgspec import Meta

from pricing.quote.query import Frozen


class PaymentTerms(Frozen, frozen=True, kw_only=True):
    """When invoices are paid, and what tax comes on top."""

    invoice_delay_months: Annotated[
        Annotated[int, Meta(ge=0, le=12)],
        Meta(
            description="Months from the begin of a month until its invoice is paid [count]. 0: at"
            " once; 1: in arrears; 2: a month after the invoice."
        ),
    ] = 0
    tax_fraction: Annotated[
        Annotated[float, Meta(ge=0, le=1)],
        Meta(
            description="Tax on purchases and invoices, on top of all totals [fraction]. `cash`"
            " shows it."
        ),
    ] = 0.0
