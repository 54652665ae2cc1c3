"""`fakturo settle`: results that wait for a person are converted again, with what the directory knows by now."""

from fakturo.settings import Settings
from fakturo.store.jobs import Jobs
from fakturo.store.releases import Releases
from fakturo.web.jobs.offer import Offer
from fakturo.web.jobs.settle import Settled, settle
from fakturo.wiring.llm import has_model
from fakturo.wiring.mappings import all_mappings
from fakturo.wiring.storage import open_database


async def settle_reviews(settings: Settings, owner: str) -> Settled:
    """Of an owner, or of all."""
    async with open_database(settings, name="settle") as pool:
        offer = Offer(all_mappings(settings), Releases(pool), has_model=has_model(settings))
        return await settle(Jobs(pool), offer, owner)
