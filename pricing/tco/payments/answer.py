"""What an answer says of payments: the calendar of cash, and what an alternative makes of it."""

from typing import Annotated

from pricing.quote.answer import Answer
from pricing.quote.messages import said


class CashMonth(Answer, frozen=True, kw_only=True):
    """What is paid in a month of the calendar."""

    month: Annotated[str, said("The month of the payment, YYYY-MM.")]
    purchases_usd: Annotated[float, said("Devices that are bought (CapEx) [USD].")]
    upfront_usd: Annotated[float, said("What commitments cost when their terms begin [USD].")]
    returned_usd: Annotated[
        float, said("Value of retired devices, which comes back when the month ends [USD].")
    ]
    invoices_usd: Annotated[
        float, said("Capacity, place, energy, support and services that are due [USD].")
    ]
    staff_usd: Annotated[float, said("Staff [USD].")]
    training_usd: Annotated[float, said("The training bill [USD].")]
    usd_paid: Annotated[
        float, said("All of these, less what comes back. Taxes and loans are beside it [USD].")
    ]
    usd_cumulative: Annotated[float, said("Sum of usd_paid up to this month [USD].")]
    taxes_usd: Annotated[float, said("Tax on purchases and invoices, on top of usd_paid [USD].")]
    loan_usd: Annotated[
        float,
        said(
            "Payments of loans with interest, less what loans pay out [USD]. Beside"
            " usd_paid: the cost of capital stands for them."
        ),
    ]


class Cash(Answer, frozen=True, kw_only=True):
    """The calendar of payments. It reaches beyond the horizon where invoices are paid later."""

    capex_usd: Annotated[float, said("Purchases of devices, before what comes back [USD].")]
    opex_usd: Annotated[float, said("All other payments [USD].")]
    returned_usd: Annotated[float, said("Value that comes back [USD].")]
    usd_paid: Annotated[float, said("capex_usd + opex_usd − returned_usd [USD].")]
    taxes_usd: Annotated[float, said("Taxes on top [USD].")]
    discount_rate_fraction: Annotated[float, said("Rate of usd_discounted, per year [fraction].")]
    loan_balance_usd: Annotated[
        float, said("What is still owed of loans at the end of the horizon [USD].")
    ]
    months: tuple[CashMonth, ...]


class Returns(Answer, frozen=True, kw_only=True):
    """What the payments of the deployment earn beside those of an alternative."""

    npv_usd: Annotated[
        float,
        said("Net present value of paying for the deployment instead of the alternative [USD]."),
    ]
    irr_fraction: Annotated[
        float | None,
        said("Rate per year at which that value is 0 [fraction]. Null: see irr_reason"),
    ]
    irr_reason: Annotated[str | None, said("Why there is no one such rate.")]
    payback_month: Annotated[
        str | None,
        said(
            "Month from which on the payments in all are no higher than those of the"
            " alternative. Null: not within the calendar."
        ),
    ]
