"""How jobs are done: workers, retries, the breaker, a language model; and when files go."""

from decimal import Decimal
from typing import Literal

from pydantic import BaseModel, Field

from fakturo.domain.breaker import Mode


class Work(BaseModel):
    worker_concurrency: int = Field(3, ge=1, le=1000, description="Jobs that one worker process runs at a time.")
    worker_lease_ttl_sec: float = Field(
        120, ge=1, le=86_400, description="Seconds after which a silent worker's job goes to another."
    )
    worker_grace_sec: float = Field(
        25, ge=0, le=3600, description="Seconds that a stopping worker takes to finish; then it hands jobs back."
    )
    retry_policy: Literal["gateway", "stepped"] = Field(
        "gateway", description="`gateway`: base * 2^n plus jitter; `stepped`: 5, 15, 45 s, each ±20 %."
    )
    retry_max_attempts: int = Field(3, ge=1, le=100, description="Attempts at a job, the first included.")
    retry_base_delay_ms: int = Field(
        5000,
        ge=0,
        le=3_600_000,
        description="Delay, in ms, before the second attempt (policy `gateway`); then it doubles.",
    )
    retry_jitter_max_ms: int = Field(
        5000, ge=0, le=3_600_000, description="Most that chance adds to a delay, in ms (policy `gateway`)."
    )

    circuit_mode: Mode = Field(
        Mode.HOLD,
        description="While the gateway fails too often: `hold` keeps jobs queued, `fail-fast` fails them at once.",
    )
    circuit_window: int = Field(20, ge=1, le=10_000, description="So many last calls are looked at.")
    circuit_fail_threshold: float = Field(
        0.5, ge=0.01, le=1, description="Share of failed calls at which the breaker opens."
    )
    circuit_window_sec: int = Field(
        120, ge=5, le=600, description="Calls of so many seconds are looked at, too, if there are at least 5."
    )
    circuit_cooldown_ms: int = Field(
        15_000,
        ge=100,
        le=600_000,
        description="Wait, in ms, before the first look whether the gateway is well again; doubles up to 10 minutes.",
    )
    circuit_trials: int = Field(3, ge=1, le=100, description="Jobs that must succeed before the breaker closes.")

    llm_base_url: str | None = Field(
        None,
        description="A language model's server that speaks OpenAI's protocol (docs/llm.md), as in "
        "http://127.0.0.1:11434/v1. Without it, mappings that are read by a model are not offered. For web and worker.",
    )
    llm_model: str | None = Field(None, max_length=200, description="Name of the model at that server.")
    llm_api_key: str | None = Field(
        None, description="What that server asks for, if it does. Never logged.", repr=False
    )
    llm_timeout_ms: int = Field(
        120_000, ge=100, le=3_600_000, description="Limit, in ms, of one whole answer of the model."
    )
    llm_concurrency: int = Field(
        2, ge=1, le=1000, description="Jobs that one worker process has read by the model at a time."
    )
    llm_requests_per_minute: int = Field(
        0, ge=0, le=1_000_000, description="Questions to the model a minute, over all workers. 0: any number."
    )
    llm_context_tokens: int = Field(
        16_384,
        ge=1024,
        le=10_000_000,
        description="Tokens of a question and its answer together; longer documents are "
        "asked about by ranges of pages.",
    )
    llm_max_output_tokens: int = Field(4096, ge=64, le=1_000_000, description="Tokens of one answer.")
    llm_max_calls: int = Field(20, ge=1, le=1000, description="Questions about one document; a longer one fails.")
    llm_output: Literal["auto", "schema", "json", "text"] = Field(
        "auto",
        description="How answers are held to their form: by `schema`, as `json`, or by asking for it (`text`). `auto` "
        "begins with the strictest, and takes what the server knows.",
    )
    llm_stream: bool = Field(
        False, description="Have answers streamed, for servers behind proxies that cut silent connections."
    )
    llm_images: bool = Field(
        False, description="The model takes pictures: pages without any text are sent as such, too."
    )
    llm_price_in: Decimal = Field(Decimal(0), ge=0, le=1_000_000, description="Price of a million tokens of questions.")
    llm_price_out: Decimal = Field(Decimal(0), ge=0, le=1_000_000, description="Price of a million tokens of answers.")
    llm_escalate: bool = Field(
        False,
        description="Have the model read invoices, too, whose result the engine leaves to a person. Sends their text "
        "to `LLM_BASE_URL`.",
    )

    pdf_ttl_days: float = Field(
        7, ge=0, le=36_500, description="Days after which the PDF of a finished job is removed."
    )
    xml_ttl_days: float = Field(30, ge=0, le=36_500, description="Days after which a result is removed.")
    delete_xml_on_first_download: bool = Field(
        default=False, description="Remove a result once its owner has fetched it, with the next sweep."
    )
    events_ttl_days: float = Field(
        90, ge=0, le=36_500, description="Days after which a job's events go from the database into the archive."
    )
    sweep_interval_hours: float = Field(
        24, ge=0.01, le=8760, description="Hours between two sweeps of old files, and between two looks for old events."
    )
