"""What an answer says of payments: the calendar of cash, and what an alternative makes of it."""

from typing import Annotated

from msgspec import Meta

from pricing.quote.answer import Answer


class CashMonth(Answer, frozen=True, kw_only=True):
    """What is paid in a month of the calendar."""

    month: Annotated[str, Meta(description="The month of the payment, YYYY-MM.")]
    purchases_usd: Annotated[float, Meta(description="Devices that are bought (CapEx) [USD].")]
    upfront_usd: Annotated[
        float, Meta(description="What commitments cost when their terms begin [USD].")
    ]
    returned_usd: Annotated[
        float,
        Meta(description="Value of retired devices, which comes back when the month ends [USD]."),
    ]
    invoices_usd: Annotated[
        float, Meta(description="Capacity, place, energy, support and services that are due [USD].")
    ]
    staff_usd: Annotated[float, Meta(description="Staff [USD].")]
    training_usd: Annotated[float, Meta(description="The training bill [USD].")]
    usd_paid: Annotated[
        float,
        Meta(
            description="All of these, less what comes back. Taxes and loans are beside it [USD]."
        ),
    ]
    usd_cumulative: Annotated[float, Meta(description="Sum of usd_paid up to this month [USD].")]
    taxes_usd: Annotated[
        float, Meta(description="Tax on purchases and invoices, on top of usd_paid [USD].")
    ]
    loan_usd: Annotated[
        float,
        Meta(
            description="Payments of loans with interest, less what loans pay out [USD]. Beside"
            " usd_paid: the cost of capital stands for them."
        ),
    ]


class Cash(Answer, frozen=True, kw_only=True):
    """The calendar of payments. It reaches beyond the horizon where invoices are paid later."""

    capex_usd: Annotated[
        float, Meta(description="Purchases of devices, before what comes back [USD].")
    ]
    opex_usd: Annotated[float, Meta(description="All other payments [USD].")]
    returned_usd: Annotated[float, Meta(description="Value that comes back [USD].")]
    usd_paid: Annotated[float, Meta(description="capex_usd + opex_usd − returned_usd [USD].")]
    taxes_usd: Annotated[float, Meta(description="Taxes on top [USD].")]
    discount_rate_fraction: Annotated[
        float, Meta(description="Rate of usd_discounted, per year [fraction].")
    ]
    loan_balance_usd: Annotated[
        float, Meta(description="What is still owed of loans at the end of the horizon [USD].")
    ]
    months: tuple[CashMonth, ...]


class Returns(Answer, frozen=True, kw_only=True):
    """What the payments of the deployment earn beside those of an alternative."""

    npv_usd: Annotated[
        float,
        Meta(
            description="Net present value of paying for the deployment instead of the alternative"
            " [USD]."
        ),
    ]
    irr_fraction: Annotated[
        float | None,
        Meta(description="Rate per year at which that value is 0 [fraction]. Null: see irr_reason"),
    ]
    irr_reason: Annotated[str | None, Meta(description="Why there is no one such rate.")]
    payback_month: Annotated[
        str | None,
        Meta(
            description="Month from which on the payments in all are no higher than those of the"
            " alternative. Null: not within the calendar."
        ),
    ]
