"""Rates at which sales are taxed, by the money of the country: what such a rate adds is a tax, whatever it is called.

Rates that a surcharge is as likely to have, such as a reduced one of 5 or 10 %, are left out where another is usual.
"""

from decimal import Decimal
from functools import cache

_USUAL = """
    EUR 16 17 18 19 20 21 22 23 24 25 25.5 5.5 7 9 9.5 13 13.5 2.1   GBP 20 17.5   CHF 8.1 7.7 8 2.6 2.5 3.8 3.7
    DKK 25   SEK 25 12 6   NOK 25 15 12   ISK 24 11   PLN 23 8   CZK 21 12 15   HUF 27 18   RON 19 21 9 11
    BGN 20 9   RSD 20   UAH 20   TRY 20 18   RUB 20 22   ILS 17 18   EGP 14   MAD 20   TND 19
    IDR 11 12   SGD 7 8 9   MYR 6 8   THB 7   PHP 12   VND 8 10   JPY 8 10   KRW 10   CNY 13 9 6   TWD 5
    INR 2.5 5 6 9 12 14 18 28   LKR 15 18   PKR 17 18   BDT 15   NPR 13   AED 5   SAR 15   QAR 5   BHD 10   OMR 5
    AUD 10   NZD 15   FJD 15   ZAR 15   KES 16   UGX 18   TZS 18   RWF 18   NGN 7.5   GHS 15   NAD 15   ZMW 16
    MXN 16 8   COP 19   CLP 19   ARS 21 10.5   PEN 18   UYU 22   PYG 10   CRC 13   DOP 18   BOB 13
    CAD 5 13 14 15 7 9.975
"""
ROUND, HIGHEST_ROUND = Decimal("2.5"), Decimal(10)


@cache
def _rates() -> dict[str, frozenset[Decimal]]:
    rates: dict[str, set[Decimal]] = {}
    currency = ""
    for word in _USUAL.split():
        if word.isalpha():
            currency = word
        else:
            rates.setdefault(currency, set()).add(Decimal(word))
    return {currency: frozenset(found) for currency, found in rates.items()}


def usual_rates(currency: str | None) -> frozenset[Decimal]:
    """Those of the currency's countries; none where taxes differ from town to town."""
    return _rates().get(currency or "", frozenset())


@cache
def telling_rates() -> frozenset[Decimal]:
    """Those that a charge has by chance only: 5 or 10 % may be anything."""
    return frozenset(rate for rate in all_rates() if rate > HIGHEST_ROUND or rate % ROUND)


@cache
def all_rates() -> frozenset[Decimal]:
    return frozenset().union(*_rates().values())
