"""Whose tax number is whose: by what each shows, and by what is left when the other's is known."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from fakturo.convert.header.tax_ids.labelled import Rank, TaxId, pattern_of
from fakturo.convert.header.tax_ids.owner_evidence import (
    CLEAR,
    Setting,
    is_among_data,
    is_anothers,
    is_beside_buyer,
    is_receivers,
    lead_of,
    may_be_foreign,
)
from fakturo.convert.header.tax_ids.unlabelled import ENOUGH, Guess


@dataclass(slots=True)
class Numbers:
    """One party's tax numbers, and whether any of them may be the other's."""

    ids: list[TaxId] = field(default_factory=list)
    doubtful: set[str] = field(default_factory=set)
    loose: TaxId | None = None
    """One of the other's that may be this party's."""

    def take(self, one: TaxId, *, sure: bool) -> None:
        self.ids.append(one)
        if not sure or one.rank is Rank.SHORT:
            self.doubtful.add(one.value)


def owners_of(setting: Setting, ids: Sequence[TaxId]) -> tuple[Numbers, Numbers]:
    """The seller's and the buyer's. What nothing tells is the other's of two alike, or else the seller's."""
    ids = [one for one in ids if one.owner or not is_receivers(setting, one)]
    leads = {value: lead_of(setting, ids, value) for value in {one.value for one in ids}}
    mine, theirs = Numbers(), Numbers()
    for one in ids:
        lead = leads[one.value]
        kin = {leads[other.value] for other in ids if other.value != one.value and _are_alike(one, other)}
        sellers, buyers = any(other <= -CLEAR for other in kin), any(other >= CLEAR for other in kin)
        others = is_anothers(setting, one)
        if sellers and others:
            continue
        if others or abs(lead) >= CLEAR:
            (theirs if lead > 0 else mine).take(one, sure=not others)
        elif sellers and buyers:
            continue  # a third party's
        elif sellers:
            theirs.take(one, sure=len(kin) == 1 and is_among_data(setting, one))
        elif buyers:
            mine.take(one, sure=len(kin) == 1)
        elif len(leads) == 1:  # the law wants the seller's to be printed
            beside = lead > -CLEAR and is_beside_buyer(setting, one.spot)
            mine.take(one, sure=lead <= 0 and not (beside or may_be_foreign(setting, one)))
        else:
            (theirs if lead > 0 else mine).take(one, sure=False)
    _prefer_twins(mine, theirs)
    _prefer_twins(theirs, mine)
    if not theirs.ids and len(leads) > 1:
        theirs.loose = next((one for one in mine.ids if one.value in mine.doubtful), None)
    return mine, theirs


def _prefer_twins(numbers: Numbers, others: Numbers) -> None:
    """Of several that a party has, the one of the kind that the other party has, too."""
    best = max((one.rank for one in numbers.ids), default=None)
    alike = {one.value: pattern_of(one.raw) for one in numbers.ids if one.rank is best}
    patterns = {pattern_of(one.raw) for one in others.ids}
    twins = {value for value, pattern in alike.items() if pattern in patterns}
    if len(twins) == 1 and len(alike) > 1:
        numbers.ids = [
            one._replace(rank=Rank.COMPANY) if one.rank is best and one.value not in twins else one
            for one in numbers.ids
        ]


def fill_in(setting: Setting, sellers: Numbers, buyers: Numbers, guesses: Sequence[Guess]) -> None:
    """Numbers without a known label are for who has no other; two signs and their place make them sure."""
    ids = [guess.tax_id for guess in guesses if not is_receivers(setting, guess.tax_id)]
    sure = {guess.tax_id.value for guess in guesses if guess.signs >= ENOUGH}
    for numbers, ours in ((sellers, False), (buyers, True)):
        if numbers.ids:
            continue
        leads = {one.value: lead_of(setting, ids, one.value) for one in ids}
        for one in ids:
            if (leads[one.value] > 0) is ours:
                numbers.take(one, sure=one.value in sure and abs(leads[one.value]) >= CLEAR)
                numbers.loose = None


def _are_alike(one: TaxId, other: TaxId) -> bool:
    """Of the kind that each party has one of."""
    if one.rank is not other.rank:
        return False
    same_country = one.country is not None and one.country == other.country
    return one.rank is Rank.SHAPED or same_country or pattern_of(one.raw) == pattern_of(other.raw)
