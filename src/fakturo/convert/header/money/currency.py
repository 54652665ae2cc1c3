"""The document's currency: what stands at the figures that its total comes from."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from fakturo.convert.header.country import Countries
from fakturo.convert.header.labels.claims import Claim
from fakturo.convert.header.money.figures import Money, guessed_money
from fakturo.convert.header.money.signs import OF_SUM, STRONG, Place, Seen, meanings, signs_on
from fakturo.convert.header.places import currency_of, local_signs, wordlike_signs
from fakturo.convert.header.scene import Scene
from fakturo.convert.invoice import Evidence, Issue, Origin, Reading

DOUBTED = 0.6


@dataclass(slots=True)
class _Money:
    """One currency, and all that speaks for it."""

    code: str
    weight: float = 0.0
    places: set[Place] = field(default_factory=set)
    certain: bool = False
    """A sign of it can mean no other, or the seller's country says which."""
    vague: bool = True
    """All its signs are other currencies', too."""
    best: Seen | None = None
    signs: set[str] = field(default_factory=set)

    def add(self, seen: Seen, *, certain: bool) -> None:
        self.weight += seen.weight
        self.places.add(seen.place)
        if self.best is None or (certain, seen.weight) > (self.certain, self.best.weight):
            self.best = seen
        self.certain |= certain
        self.vague &= len(meanings(seen.sign)) > 1
        self.signs.add(seen.sign)

    @property
    def meanings(self) -> set[str]:
        return {code for sign in self.signs for code in meanings(sign)}

    @property
    def of_sum(self) -> bool:
        return bool(self.places & OF_SUM)

    @property
    def strong(self) -> bool:
        return bool(self.places & STRONG)


def read_currency(
    scene: Scene, claims: Iterable[Claim], countries: Countries, money: Money | None = None
) -> tuple[Reading[str] | None, list[Issue]]:
    """The seller's country decides what `$` or `kr` means."""
    found: dict[str, _Money] = {}
    money = money or guessed_money(scene)
    for seen in signs_on(scene, claims, money):
        code, certain = _code(seen, countries)
        if code:
            found.setdefault(code, _Money(code)).add(seen, certain=certain)
    ranked = sorted(_without_shadows(found).values(), key=lambda one: (-one.of_sum, -one.weight))
    if not ranked:
        return _derived(countries)
    best = ranked[0]
    assert best.best
    seen = best.best
    rival = next((other for other in ranked[1:] if _competes(other, best)), None)
    issues = []
    if not best.certain:
        issues.append(_unclear(best.code, seen))
    if rival:
        issues.append(_rivals(best.code, rival.code, seen))
    elif best.certain and money.sums and not best.strong and not _is_at_home(best, countries):
        issues.append(_elsewhere(best.code, seen))
    confidence = DOUBTED if issues else 0.95
    raw = seen.phrase.text[seen.start : seen.end]
    return Reading(best.code, Evidence(raw, seen.phrase.page, seen.box, Origin.TEXT, confidence)), issues


def _competes(other: _Money, best: _Money) -> bool:
    """It stands as near to the sums. What is printed at the total itself outdoes all but a label and another total."""
    if Place.LABEL in other.places or other.of_sum:
        return True
    if best.vague and other.code in best.meanings and other.places != {Place.ASIDE}:
        return True
    if Place.LABEL in best.places and best.places & {Place.HEAD, Place.AMOUNT, *OF_SUM}:
        return False
    if Place.SUM in best.places:
        return Place.AMOUNT in other.places or other.places >= {Place.HEAD, Place.TWIN}
    near = other.places & {Place.HEAD, Place.AMOUNT, Place.TOTAL, Place.TWIN}
    return bool(near) or other.weight > best.weight / 2


def _is_at_home(money: _Money, countries: Countries) -> bool:
    """It is the seller's own; or the buyer's, but that is no wonder beside an account or another thing's price."""
    aside = money.places == {Place.ASIDE} or (money.places <= {Place.ASIDE, Place.BESIDE} and countries.home)
    homes = (countries.home, *countries.own[:1], None if aside else countries.theirs)
    return any(currency_of(country) == money.code for country in homes)


def _unclear(code: str, seen: Seen) -> Issue:
    message = f"{seen.sign} may mean {code}, but nothing on the page says which country's money it is."
    return Issue("CURRENCY_DOUBTFUL", "invoice.currency", message, seen.phrase.page, seen.phrase.box)


def _rivals(one: str, other: str, seen: Seen) -> Issue:
    message = f"Amounts are printed in {one} and in {other}: which is the invoice's currency?"
    return Issue("CURRENCY_DOUBTFUL", "invoice.currency", message, seen.phrase.page, seen.phrase.box)


def _elsewhere(code: str, seen: Seen) -> Issue:
    message = f"{code} is printed, but not beside the amounts: is it the invoice's currency?"
    return Issue("CURRENCY_DOUBTFUL", "invoice.currency", message, seen.phrase.page, seen.phrase.box)


def _without_shadows(found: dict[str, _Money]) -> dict[str, _Money]:
    """A bare `$` beside a spelled-out dollar is that dollar, unless the seller's country has another."""
    for vague in [one for one in found.values() if one.vague]:
        spelled = [one for one in found.values() if not one.vague and one.code in vague.meanings]
        spelled = [one for one in spelled if one.places != {Place.ASIDE}]
        if len(spelled) == 1 and (spelled[0].strong or not vague.certain):
            twin = spelled[0]
            twin.weight += vague.weight
            twin.places |= vague.places
            del found[vague.code]
    return found


def _derived(countries: Countries) -> tuple[Reading[str] | None, list[Issue]]:
    """No currency is printed: the seller's own, unless the buyer has another."""
    home, theirs = currency_of(countries.home), currency_of(countries.theirs)
    code = home or theirs
    if code is None:
        return None, [Issue("CURRENCY_MISSING", "invoice.currency", "No currency is printed.")]
    reading = Reading(code, Evidence(None, None, None, Origin.DERIVED, 0.7))
    if home and countries.told and theirs in {None, home}:
        return reading, []
    message = f"No currency is printed. {code} is the {'seller' if home else 'buyer'}'s"
    if home and theirs in {None, home}:
        message += " by its legal form alone."
    else:
        message += f", {theirs} the buyer's." if home else ", but the seller's country isn't known."
    return reading, [Issue("CURRENCY_DOUBTFUL", "invoice.currency", message)]


def _code(seen: Seen, countries: Countries) -> tuple[str | None, bool]:
    """What a sign means, and whether that is certain."""
    sign = seen.sign
    local = local_signs().get(sign)
    if local:
        seen_there = any(currency_of(country) == local for country in countries.all)
        return (local, True) if seen_there or (sign == local and seen.place is Place.LABEL) else (None, False)
    codes = meanings(sign)
    if len(codes) == 1:
        plain = sign not in wordlike_signs() or seen.place in {Place.LABEL, Place.TOTAL} | OF_SUM
        return codes[0], plain or any(currency_of(country) == codes[0] for country in countries.all)
    return _of_several(sign, codes, countries)


def _of_several(sign: str, codes: Sequence[str], countries: Countries) -> tuple[str | None, bool]:
    """The seller's money, if it is called so; a pound is sterling. A dollar is the United States' abroad, and on an
    English page that speaks of no country: those who mean another one print its tax, its number or its name."""
    own = [code for country in countries.own if (code := currency_of(country)) in codes]
    theirs = currency_of(countries.theirs)
    if own:
        return own[0], (countries.sure and own[0] == currency_of(countries.own[0])) or (
            sign == "£" and own[0] == codes[0]
        )
    american = sign == "$" and countries.english and not countries.own
    if theirs in codes:  # where nothing speaks of another country, both may be from one
        return theirs, sign == "£" or (sign == "$" and (countries.sure or american) and theirs == codes[0])
    abroad = sign == "$" and countries.sure and currency_of(countries.own[0]) is not None
    return codes[0], abroad or sign == "£" or (american and not countries.theirs)
