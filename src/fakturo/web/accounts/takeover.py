"""What a browser had before somebody signed in with it becomes the account's."""

from starlette.requests import Request

from fakturo.domain.accounts import Person
from fakturo.store.accounts import Taken
from fakturo.web.deps import deps_of
from fakturo.web.guards.callers import caller_of
from fakturo.web.guards.sessions import earlier_session, forget_session


async def take_over(request: Request, person: Person) -> Taken | None:
    """None, if the browser has no session beside the account. It has none afterwards."""
    accounts, session = deps_of(request).accounts, earlier_session(request)
    if accounts is None or session is None:
        return None
    taken = await accounts.store.take_over(session, person.owner)
    forget_session(request)
    return taken


async def take_over_latecomers(request: Request) -> None:
    """An upload may have been under way while somebody signed in; its answer brings the old session's cookie back."""
    if person := caller_of(request).person:
        await take_over(request, person)


async def was_taken_over(request: Request) -> bool:
    """Whether what this browser had is in an account now, which it is not signed in with: another device shared its
    session, or somebody signed out in another way."""
    accounts, caller = deps_of(request).accounts, caller_of(request)
    return accounts is not None and caller.is_anonymous and await accounts.store.was_taken(caller.owner)
