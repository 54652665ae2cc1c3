"""Breakers, by the settings' rules; and switched by hand."""

from datetime import timedelta

from fakturo.domain.breaker import Breaker, BreakerRules, Mode, opened
from fakturo.settings import Settings
from fakturo.store.breakers import Breakers
from fakturo.store.pool import Pool
from fakturo.web.admin.deps import SwitchBreaker


def breaker_rules(settings: Settings) -> BreakerRules:
    return BreakerRules(
        window_calls=settings.circuit_window,
        fail_threshold=settings.circuit_fail_threshold,
        window=timedelta(seconds=settings.circuit_window_sec),
        cooldown=timedelta(milliseconds=settings.circuit_cooldown_ms),
        trials=settings.circuit_trials,
        mode=settings.circuit_mode,
    )


def switch_breaker(settings: Settings, pool: Pool) -> SwitchBreaker:
    rules = breaker_rules(settings)

    async def switch(pipeline: str, is_open: bool) -> bool:
        """Open, it looks at the gateway after its cooldown, like one that opened by itself."""
        breakers = Breakers(pool, pipeline=pipeline, worker="operator")
        to = opened(rules) if is_open else Breaker()
        return await breakers.change(await breakers.report(), to, due_in=to.cooldown, hold=rules.mode is Mode.HOLD)

    return switch
