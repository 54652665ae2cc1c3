"""What the service offers, and whether it is well."""

from http import HTTPStatus

from fastapi import Request
from fastapi.responses import JSONResponse, Response

from fakturo.web.answers import api_router
from fakturo.web.deps import deps_of
from fakturo.web.guards.sessions import owner_of
from fakturo.web.schemas import HealthAnswer, MappingAnswer, MappingsAnswer

router = api_router()


@router.get("/mappings", summary="What a PDF can be made into")
async def list_mappings(request: Request) -> MappingsAnswer:
    """`name` is what an upload gives as `mapping`."""
    deps = deps_of(request)
    offered = await deps.offer.all_for(owner_of(request))
    return MappingsAnswer(mappings=[MappingAnswer.of(each) for each in offered], default=deps.reception.default_mapping)


@router.head("/healthz", include_in_schema=False)  # of many monitors that is the first question
@router.get("/healthz", summary="Whether the service can work", responses={503: {"model": HealthAnswer}})
async def healthz(request: Request) -> Response:
    """503 if requests should go elsewhere. Jobs may wait even if all is well: `pauses` and `breakers` say why."""
    health = await deps_of(request).check_health()
    answer = HealthAnswer.of(health)
    return JSONResponse(
        answer.model_dump(mode="json"), HTTPStatus.OK if health.is_well else HTTPStatus.SERVICE_UNAVAILABLE
    )
