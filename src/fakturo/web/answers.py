"""What all answers of the API have in common: how they are described, and the one shape of every error."""

from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict

from fakturo.domain.errors import ErrorCode


class Answer(BaseModel):
    """What stands below a field in the code is told in the API's description."""

    model_config = ConfigDict(use_attribute_docstrings=True)


class ProblemAnswer(Answer):
    """RFC 9457, the one shape of every error."""

    type: str
    title: str
    status: int
    detail: str
    code: ErrorCode
    retryable: bool
    request_id: str


def api_router(prefix: str = "", **more: Any) -> APIRouter:
    """For routes of the API, below `/api`."""
    problems: dict[int | str, dict[str, Any]] = {status: {"model": ProblemAnswer} for status in ("4XX", "5XX")}
    return APIRouter(prefix=f"/api{prefix}", responses=problems, **more)
