"""Rates of exchange, rough ones: to tell a rate from its inverse, and never to convert with."""

from collections.abc import Mapping

USD_PER_UNIT: Mapping[str, float] = {
    "AUD": 0.717,
    "BRL": 0.198,
    "CAD": 0.724,
    "CHF": 1.28,
    "CNY": 0.148,
    "CZK": 0.048,
    "DKK": 0.156,
    "EUR": 1.16,
    "GBP": 1.34,
    "HKD": 0.128,
    "HUF": 0.00329,
    "IDR": 5.61e-5,
    "ILS": 0.356,
    "INR": 0.0105,
    "ISK": 0.00812,
    "JPY": 0.00628,
    "KRW": 0.000664,
    "MXN": 0.0577,
    "MYR": 0.252,
    "NOK": 0.108,
    "NZD": 0.597,
    "PHP": 0.0162,
    "PLN": 0.275,
    "RON": 0.222,
    "SEK": 0.108,
    "SGD": 0.783,
    "THB": 0.0308,
    "TRY": 0.0218,
    "ZAR": 0.0616,
}
"""About how much a unit is worth, to tell a rate from its inverse: euro reference rates of the
European Central Bank, 2026-05-29, in USD."""

DEAREST_UNIT_USD = 4.0
"""No currency has a unit that is worth more; the Kuwaiti dinar is worth about 3.3 USD."""
