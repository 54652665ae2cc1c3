"""Where webhooks may go, by the settings: the same for web, which takes addresses, and workers, who send."""

from fakturo.domain.addresses import networks
from fakturo.domain.webhooks import Reach
from fakturo.settings import Settings


def webhook_reach(settings: Settings) -> Reach:
    return Reach(tuple(networks(settings.webhook_allowed_networks or "")))
