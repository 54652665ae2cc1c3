"""The expressions of mappings: a small part of Python's, on decimals, checked when a mapping is loaded.

What is not there stays empty: a sum with an empty value is empty, and an empty value is neither less nor greater than
another. Texts, numbers and dates are never taken for each other.
"""

import ast
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, NamedTuple

from fakturo.convert.mapping.formats import BadFormat, writer
from fakturo.convert.mapping.functions import FUNCTIONS, MOST_PLACES, WITH_CONSTANT, WrongArguments
from fakturo.convert.mapping.kinds import NOTHING, NUMBER, SWITCH, TEXT, Kind, Type, in_common, list_of, members
from fakturo.convert.mapping.scope import Bound, Scope
from fakturo.convert.mapping.syntax import BadExpression, as_path, column_of, source_of, tree_of
from fakturo.convert.mistakes import hint

LONGEST_NUMBER = 20
Run = Callable[[Scope], Any]
_ARITHMETIC: dict[type[ast.operator], Callable[[Decimal, Decimal], Decimal]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
_ORDER: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_SAMENESS: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {ast.Eq: operator.eq, ast.NotEq: operator.ne}
FORBIDDEN = (
    "This can't be part of an expression. There are paths like invoice.date, numbers, texts in quotation marks, "
    "+ - * /, comparisons, in (…), and, or, not, … if … else …, and the functions " + ", ".join(FUNCTIONS) + "."
)


@dataclass(frozen=True, slots=True)
class Expression:
    text: str
    type: Type
    run: Run = field(compare=False, repr=False)
    names: frozenset[str]
    """That it speaks of."""


@dataclass(frozen=True, slots=True)
class Path:
    """A path to the things that an element is repeated for."""

    name: str
    steps: tuple[str, ...]
    type: Type
    """Of each of them."""


class _Typed(NamedTuple):
    type: Type
    run: Run


def parse_expression(text: str, names: Mapping[str, Type]) -> Expression:
    """An expression that may speak of these names. Raises BadExpression."""
    compiler = _Compiler(text, names)
    typed = compiler.compile(tree_of(text))
    return Expression(text, typed.type, typed.run, frozenset(compiler.used))


def parse_condition(text: str, names: Mapping[str, Type]) -> Expression:
    compiler = _Compiler(text, names)
    run = compiler.condition(tree_of(text))
    return Expression(text, SWITCH, run, frozenset(compiler.used))


def parse_path(text: str, names: Mapping[str, Type]) -> Path:
    """A path to a list. Raises BadExpression."""
    node = tree_of(text)
    found = as_path(node)
    if found is None:
        raise BadExpression("m:each goes over a list, named by its path, like item in invoice.items.", column_of(node))
    kind = _Compiler(text, names).compile(node).type
    if kind.of is None:
        raise BadExpression(f"{text.strip()} is not a list but {kind}, so that nothing can be repeated for it.")
    return Path(*found, type=kind.of)


class _Compiler:
    """From a tree to its type and a function that computes it."""

    def __init__(self, text: str, names: Mapping[str, Type]) -> None:
        self._text = text
        self._names = names
        self.used: set[str] = set()

    def compile(self, node: ast.expr) -> _Typed:
        method = _METHODS.get(type(node))
        if method is None:
            raise BadExpression(_FORBIDDEN_BECAUSE.get(type(node), FORBIDDEN), column_of(node))
        return method(self, node)

    def condition(self, node: ast.expr) -> Run:
        """Whether it is so: anything that is there and not zero is."""
        if isinstance(node, ast.BoolOp):
            parts = [self.condition(value) for value in node.values]
            judge = all if isinstance(node.op, ast.And) else any
            return lambda scope: judge(part(scope) for part in parts)
        run = self.compile(node).run
        return lambda scope: bool(run(scope))

    def path(self, node: ast.Name | ast.Attribute) -> _Typed:
        found = as_path(node)
        if found is None:
            raise BadExpression(FORBIDDEN, column_of(node))
        name, steps = found
        if name not in self._names:
            raise BadExpression(self._unknown(name), column_of(node))
        self.used.add(name)
        kind = self._type_at(self._names[name], name, steps, column_of(node))
        run = _several(name, steps) if kind.of else _single(name, steps)
        return _Typed(kind, run)

    def _type_at(self, kind: Type, so_far: str, steps: tuple[str, ...], column: int) -> Type:
        through_list = False
        for step in steps:
            through_list, kind = (True, kind.of) if kind.of else (through_list, kind)
            if kind.group is None:
                raise BadExpression(f"{so_far} is {kind}, so that there is no {so_far}.{step}.", column)
            inner = members(kind.group)
            if step not in inner:
                raise BadExpression(f"There is no {step!r} in {so_far}. {hint(step, inner)}", column)
            kind, so_far = inner[step], f"{so_far}.{step}"
        return kind if kind.of or not through_list else list_of(kind)

    def _unknown(self, name: str) -> str:
        if name in FUNCTIONS:
            return f"{name} is a function: write {FUNCTIONS[name].usage}."
        inside = [f"{each}.{name}" for each, kind in self._names.items() if kind.group and name in members(kind.group)]
        if inside:
            return f"There is no {name!r} here. Did you mean {inside[-1]!r}?"
        return f"There is no {name!r} here. {hint(name, self._names)}"

    def constant(self, node: ast.Constant) -> _Typed:
        value = node.value
        if value is None:
            return _Typed(NOTHING, lambda _: None)
        if isinstance(value, bool):
            return _Typed(SWITCH, lambda _: value)
        if isinstance(value, str):
            return _Typed(TEXT, lambda _: value)
        written = source_of(node, self._text)
        if len(written) > LONGEST_NUMBER or not all(sign in "0123456789." for sign in written):
            raise BadExpression(
                f"Write the number {written[:LONGEST_NUMBER]} with digits and a point only.", column_of(node)
            )
        number = Decimal(written)
        return _Typed(NUMBER, lambda _: number)

    def arithmetic(self, node: ast.BinOp) -> _Typed:
        compute = _ARITHMETIC.get(type(node.op))
        if compute is None:
            raise BadExpression("There are only + - * / to compute with.", column_of(node))
        left, right = (self._number(side) for side in (node.left, node.right))
        if isinstance(node.op, ast.Div) and isinstance(node.right, ast.Constant) and not node.right.value:
            raise BadExpression("This divides by zero.", column_of(node.right))

        def run(scope: Scope) -> Decimal | None:
            one, other = left(scope), right(scope)
            return None if one is None or other is None else compute(one, other)

        return _Typed(NUMBER, run)

    def _number(self, node: ast.expr) -> Run:
        kind, run = self.compile(node)
        if kind.kind in {Kind.NUMBER, Kind.NOTHING}:
            return run
        source = source_of(node, self._text)
        text = f"{source} is {kind}: only numbers can be computed with."
        if kind.kind is Kind.TEXT:
            text += " Put texts together with join(' ', one, other)."
        if kind.of:
            text = f"{source} is a list: take sum(…), count(…) or first(…) of it, or repeat an element with m:each."
        raise BadExpression(text, column_of(node))

    def unary(self, node: ast.UnaryOp) -> _Typed:
        if isinstance(node.op, ast.Not):
            test = self.condition(node.operand)
            return _Typed(SWITCH, lambda scope: not test(scope))
        if not isinstance(node.op, ast.USub | ast.UAdd):
            raise BadExpression(FORBIDDEN, column_of(node))
        number, sign = self._number(node.operand), Decimal(-1 if isinstance(node.op, ast.USub) else 1)
        return _Typed(NUMBER, lambda scope: None if (value := number(scope)) is None else sign * value)

    def either(self, node: ast.BoolOp) -> _Typed:
        """`a or b`: the first that is there; `a and b`: the second if the first is there."""
        parts = [self.compile(value) for value in node.values]
        kind = self._common([part.type for part in parts], node)
        wanted = isinstance(node.op, ast.Or)

        def run(scope: Scope) -> Any:
            value = None
            for part in parts:
                value = part.run(scope)
                if bool(value) is wanted:
                    break
            return value

        return _Typed(kind, run)

    def choice(self, node: ast.IfExp) -> _Typed:
        test, then, otherwise = self.condition(node.test), self.compile(node.body), self.compile(node.orelse)
        kind = self._common([then.type, otherwise.type], node)
        return _Typed(kind, lambda scope: then.run(scope) if test(scope) else otherwise.run(scope))

    @staticmethod
    def _common(kinds: list[Type], node: ast.expr) -> Type:
        common = kinds[0]
        for kind in kinds[1:]:
            both = in_common(common, kind)
            if both is None:
                raise BadExpression(
                    f"This is sometimes {common} and sometimes {kind}: make both alike.", column_of(node)
                )
            common = both
        return common

    def comparison(self, node: ast.Compare) -> _Typed:
        if len(node.ops) > 1:
            raise BadExpression("Compare two values at a time: a < b and b < c.", column_of(node))
        how, left = type(node.ops[0]), self.compile(node.left)
        if isinstance(node.ops[0], ast.In | ast.NotIn):
            return self._membership(node, left)
        right = self.compile(node.comparators[0])
        if how not in _ORDER and how not in _SAMENESS:
            raise BadExpression("Compare with ==, !=, <, <=, > or >=.", column_of(node))
        self._check_comparable(left.type, right.type, node.left, node.comparators[0])
        if how in _SAMENESS:
            same = _SAMENESS[how]
            return _Typed(SWITCH, lambda scope: same(left.run(scope), right.run(scope)))
        before = _ORDER[how]

        def run(scope: Scope) -> bool:
            one, other = left.run(scope), right.run(scope)
            return one is not None and other is not None and before(one, other)

        return _Typed(SWITCH, run)

    def _membership(self, node: ast.Compare, left: _Typed) -> _Typed:
        listed = node.comparators[0]
        if not isinstance(listed, ast.Tuple | ast.List) or not listed.elts:
            raise BadExpression("After 'in' write the values in brackets, like in ('07', '08').", column_of(listed))
        parts = [self.compile(each) for each in listed.elts]
        for part, each in zip(parts, listed.elts, strict=True):
            self._check_comparable(left.type, part.type, node.left, each)
        wanted = isinstance(node.ops[0], ast.In)

        def run(scope: Scope) -> bool:
            value = left.run(scope)
            return any(value == part.run(scope) for part in parts) is wanted

        return _Typed(SWITCH, run)

    @staticmethod
    def _check_comparable(one: Type, other: Type, left: ast.expr, right: ast.expr) -> None:
        if in_common(one, other) is None or not (one.is_plain and other.is_plain):
            raise BadExpression(f"This compares {one} with {other}, which is never the same.", column_of(left))
        for kind, node in ((one, right), (other, left)):
            constant = node.value if isinstance(node, ast.Constant) else None
            if kind.choices and isinstance(constant, str) and constant not in kind.choices:
                raise BadExpression(f"It is never {constant!r}. {hint(constant, kind.choices)}", column_of(node))

    def call(self, node: ast.Call) -> _Typed:
        if not isinstance(node.func, ast.Name):
            raise BadExpression(
                "Only functions can be called, by their name: upper(name), not name.upper().", column_of(node)
            )
        name = node.func.id
        if name not in FUNCTIONS:
            raise BadExpression(f"There is no function {name!r}. {hint(name, FUNCTIONS)}", column_of(node))
        function = FUNCTIONS[name]
        if node.keywords or not function.least <= len(node.args) <= function.most:
            raise BadExpression(f"{name} is written {function.usage}.", column_of(node))
        if len(node.args) > 1 and name in WITH_CONSTANT:
            return self._rounded(node) if name == "round" else self._pictured(node)
        arguments = [self._argument(each) for each in node.args]
        try:
            kind = function.gives([each.type for each in arguments])
        except WrongArguments as error:
            raise BadExpression(str(error), column_of(node)) from None
        return _Typed(kind, lambda scope: function.run(*(each.run(scope) for each in arguments)))

    def _rounded(self, node: ast.Call) -> _Typed:
        number, places = self._number(node.args[0]), node.args[1]
        digits = places.value if isinstance(places, ast.Constant) else None
        if type(digits) is not int or not 0 <= digits <= MOST_PLACES:
            text = f"The places in round(number, places) are a whole number from 0 to {MOST_PLACES}."
            raise BadExpression(text, column_of(places))
        run = FUNCTIONS["round"].run
        return _Typed(NUMBER, lambda scope: run(number(scope), digits))

    def _pictured(self, node: ast.Call) -> _Typed:
        value, picture = self.compile(node.args[0]), node.args[1]
        if not isinstance(picture, ast.Constant) or not isinstance(picture.value, str):
            raise BadExpression(
                "The format in text(value, format) is a text, like '0.00' or 'date'.", column_of(picture)
            )
        try:
            write = writer(value.type, picture.value)
        except BadFormat as error:
            raise BadExpression(str(error), column_of(picture)) from None
        return _Typed(TEXT, lambda scope: None if (each := value.run(scope)) is None else write(each))

    def _argument(self, node: ast.expr) -> _Typed:
        return self._each_of(node) if isinstance(node, ast.GeneratorExp) else self.compile(node)

    def _each_of(self, node: ast.GeneratorExp) -> _Typed:
        """`item.qty * item.price for item in items if item.price`: a list, computed."""
        loop = node.generators[0]
        over = as_path(loop.iter)
        if len(node.generators) > 1 or not isinstance(loop.target, ast.Name) or over is None:
            raise BadExpression("Write it as: something for item in items.", column_of(node))
        kind, name = self.compile(loop.iter).type, loop.target.id
        if kind.of is None:
            raise BadExpression(f"{'.'.join([over[0], *over[1]])} is not a list but {kind}.", column_of(loop.iter))
        if name in self._names:
            raise BadExpression(f"{name!r} means something else already: choose another name.", column_of(loop.target))
        inner = _Compiler(self._text, {**self._names, name: kind.of})
        value, tests = inner.compile(node.elt), [inner.condition(test) for test in loop.ifs]
        self.used |= inner.used - {name}

        def run(scope: Scope) -> list[Any]:
            scopes = (scope.with_name(name, Bound(*found)) for found in scope.found(*over))
            values = (value.run(each) for each in scopes if all(test(each) for test in tests))
            return [each for each in values if each is not None]

        return _Typed(list_of(value.type), run)


_METHODS: dict[type[ast.expr], Callable[[_Compiler, Any], _Typed]] = {
    ast.Name: _Compiler.path,
    ast.Attribute: _Compiler.path,
    ast.Constant: _Compiler.constant,
    ast.BinOp: _Compiler.arithmetic,
    ast.UnaryOp: _Compiler.unary,
    ast.BoolOp: _Compiler.either,
    ast.IfExp: _Compiler.choice,
    ast.Compare: _Compiler.comparison,
    ast.Call: _Compiler.call,
}
_FORBIDDEN_BECAUSE: dict[type[ast.expr], str] = {
    ast.Subscript: "There are no square brackets: first(list) is the first of a list, m:each repeats for all.",
    ast.GeneratorExp: "'… for … in …' makes a list: take sum(…), count(…), first(…) or join(' ', …) of it.",
    ast.Tuple: "There is a comma too much, or a list where one value should be.",
}


def _single(name: str, steps: tuple[str, ...]) -> Run:
    def run(scope: Scope) -> Any:
        value, path = next(scope.found(name, steps))
        if path is not None:
            scope.reads.append(path)
        return Decimal(value) if type(value) is int else value

    return run


def _several(name: str, steps: tuple[str, ...]) -> Run:
    def run(scope: Scope) -> list[Any]:
        found = list(scope.found(name, steps))
        scope.reads.extend(path for _, path in found if path is not None)
        return [value for value, _ in found if value is not None]

    return run
