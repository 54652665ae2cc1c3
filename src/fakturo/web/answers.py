"""What all answers of the API have in common."""

from pydantic import BaseModel, ConfigDict


class Answer(BaseModel):
    """What stands below a field in the code is told in the API's description."""

    model_config = ConfigDict(use_attribute_docstrings=True)
