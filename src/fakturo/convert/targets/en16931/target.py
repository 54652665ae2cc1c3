"""The two targets: one set of values, two syntaxes."""

from fakturo.convert.targets.en16931.gate import check
from fakturo.convert.targets.en16931.prepare import ask, prepare
from fakturo.convert.targets.en16931.sentences import sentences
from fakturo.convert.targets.en16931.values import Bill
from fakturo.convert.targets.target import Target


def _load() -> None:
    sentences()


UBL = Target("ubl", Bill, ask, prepare, check, one_invoice=True, load=_load)
CII = Target("cii", Bill, ask, prepare, check, one_invoice=True, load=_load)
