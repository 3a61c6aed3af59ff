"""What an answer says of the months of a run: accruals and payments."""

from typing import Annotated

from pricing.quote.answer import Answer
from pricing.quote.messages import said


class RunCashMonth(Answer, frozen=True, kw_only=True):
    """What a run costs, and what is paid, in a month of the calendar."""

    month: Annotated[str, said("The month, YYYY-MM.")]
    line_items_usd: Annotated[
        dict[str, float],
        said(
            "Cost of each item after its discount [USD]. They add up to usd_total."
            " Unused commitment is that of the months after the run."
        ),
    ]
    usd_total: Annotated[float, said("Cost of the month (accrual) [USD].")]
    upfront_usd: Annotated[float, said("Paid at the start of a commitment or of a block [USD].")]
    invoices_usd: Annotated[
        float, said("Invoices that are due [USD]. Owned devices count at what their hours cost.")
    ]
    usd_paid: Annotated[float, said("upfront_usd + invoices_usd [USD].")]
    usd_cumulative: Annotated[float, said("Sum of usd_paid up to this month [USD].")]
    taxes_usd: Annotated[float, said("Tax on what is paid, on top of it [USD].")]


class RunCash(Answer, frozen=True, kw_only=True):
    """The calendar of a run under an option: accruals and payments by month."""

    start: Annotated[str, said("First day of the run.")]
    usd_total: Annotated[float, said("Expected cost: usd.mean of the option [USD].")]
    usd_paid: Annotated[
        float, said("Sum of all payments: usd_total less the cost of capital [USD].")
    ]
    taxes_usd: Annotated[float, said("Taxes on top [USD].")]
    discount_rate_fraction: Annotated[
        float | None, said("Rate per year, as it was given [fraction].")
    ]
    usd_discounted: Annotated[
        float | None,
        said(
            "Net present value of usd_paid on the first day [USD]. A month is paid when"
            " it begins, or so many months later. Null without discount_rate_fraction."
        ),
    ]
    months: tuple[RunCashMonth, ...]
