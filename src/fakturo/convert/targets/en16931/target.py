"""The two targets: one set of values, two syntaxes."""

from fakturo.convert.targets.en16931.gate import check
from fakturo.convert.targets.en16931.prepare import ask, prepare
from fakturo.convert.targets.en16931.values import Bill
from fakturo.convert.targets.target import Target

UBL = Target("ubl", Bill, ask, prepare, check, one_invoice=True)
CII = Target("cii", Bill, ask, prepare, check, one_invoice=True)
