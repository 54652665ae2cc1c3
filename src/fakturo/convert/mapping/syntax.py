"""From the text of an expression to its tree, and what people forget on the way."""

import ast
import warnings

LONGEST = 600
DEEPEST = 24


class BadExpression(Exception):
    """The text says what is wrong, `column` where."""

    def __init__(self, text: str, column: int = 0) -> None:
        super().__init__(text)
        self.column = column


def tree_of(text: str) -> ast.expr:
    if not text.strip():
        raise BadExpression("There is nothing between the quotation marks.")
    if len(text) > LONGEST:
        raise BadExpression(f"The expression is longer than {LONGEST} characters: break it up with m:let-….")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(f"({text})", mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        raise _not_an_expression(text, error) from None
    if _depth(tree) > DEEPEST:
        raise BadExpression("The expression is nested too deeply: break it up with m:let-….")
    return tree


def _not_an_expression(text: str, error: Exception) -> BadExpression:
    column = max((getattr(error, "offset", None) or 2) - 2, 0)
    reason = str(getattr(error, "msg", error))
    if text.count("'") % 2 or text.count('"') % 2 or "unterminated" in reason:
        return BadExpression(f"A quotation mark is missing in {text.strip()!r}.", column)
    if "never closed" in reason or "unmatched" in reason or "does not match" in reason:
        return BadExpression(f"The brackets in {text.strip()!r} don't match.", column)
    if "=" in text and not any(sign in text for sign in ("==", "!=", "<=", ">=")):
        return BadExpression("Write == to compare two values.", text.index("="))
    return BadExpression(
        f"{text.strip()!r} is no expression: something is missing or too much near {_near(text, column)!r}.", column
    )


def _near(text: str, column: int) -> str:
    return text[max(column - 8, 0) : column + 12].strip()


def _depth(node: ast.AST) -> int:
    """Bounded by the length of the text."""
    deepest, level = 0, [node]
    while level:
        deepest += 1
        level = [child for each in level for child in ast.iter_child_nodes(each)]
    return deepest


def column_of(node: ast.expr) -> int:
    return max(node.col_offset - 1, 0)


def source_of(node: ast.expr, text: str) -> str:
    """What was written for it."""
    return ast.get_source_segment(f"({text})", node) or ""


def as_path(node: ast.expr) -> tuple[str, tuple[str, ...]] | None:
    steps: list[str] = []
    while isinstance(node, ast.Attribute):
        steps.append(node.attr)
        node = node.value
    return (node.id, tuple(reversed(steps))) if isinstance(node, ast.Name) else None
