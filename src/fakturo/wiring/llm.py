"""The language model from the settings: its server, and how it is used."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from fakturo.domain.limits import Rate, Standing
from fakturo.settings import BadSetting, Settings, bad_value
from fakturo.store.limits import RateLimits
from fakturo.store.pool import Pool
from fakturo.store.trouble import DATABASE_TROUBLE

if TYPE_CHECKING:
    from fakturo.worker.llm.run import Model

BUCKET = "llm questions"
LONGEST_WAIT_SECONDS = 5.0


def has_model(settings: Settings) -> bool:
    """Whether a model is set up. One that is only half set up stops the start."""
    if settings.llm_base_url is None:
        return False
    if settings.llm_model is None:
        raise BadSetting(bad_value("llm_model", None, "LLM_BASE_URL is set, so it should name a model there"))
    if settings.llm_max_output_tokens * 2 > settings.llm_context_tokens:
        reason = "An answer may take at most half of LLM_CONTEXT_TOKENS, for the question needs room, too"
        raise BadSetting(bad_value("llm_max_output_tokens", settings.llm_max_output_tokens, reason))
    return True


def open_model(settings: Settings, pool: Pool) -> "Model":
    from fakturo.worker.llm.client import Form, ModelClient  # loads much, for those who have one
    from fakturo.worker.llm.prompt import Budget
    from fakturo.worker.llm.run import Model

    assert settings.llm_base_url
    assert settings.llm_model
    client = ModelClient(
        settings.llm_base_url.rstrip("/"),
        api_key=settings.llm_api_key,
        timeout_seconds=settings.llm_timeout_ms / 1000,
        form=None if settings.llm_output == "auto" else Form(settings.llm_output),
        stream=settings.llm_stream,
    )
    budget = Budget(settings.llm_context_tokens, settings.llm_max_output_tokens, settings.llm_max_calls)
    return Model(
        client,
        settings.llm_model,
        budget,
        takes_pictures=settings.llm_images,
        price_in=settings.llm_price_in,
        price_out=settings.llm_price_out,
        ticket=_tickets(settings, pool),
    )


def _tickets(settings: Settings, pool: Pool) -> Callable[[], Awaitable[None]] | None:
    """Waits for the next turn among all workers. Only a slot of this pipeline waits with it."""
    if not settings.llm_requests_per_minute:
        return None
    limits, rate = RateLimits(pool), Rate(settings.llm_requests_per_minute, burst=1)

    async def ticket() -> None:
        while True:
            try:
                taken = await limits.take(BUCKET, rate)
            except DATABASE_TROUBLE:
                await asyncio.sleep(1)
                continue
            if taken.granted:
                return
            wait = Standing(BUCKET, rate, granted=False, full_in=taken.full_in).wait_seconds
            await asyncio.sleep(min(wait, LONGEST_WAIT_SECONDS))

    return ticket
