"""What it looks like when the database, or the way to it, is gone for a moment. Anything else is a fault of ours."""

import psycopg
from psycopg_pool import PoolClosed, PoolTimeout

DATABASE_TROUBLE = (
    psycopg.OperationalError,
    psycopg.InterfaceError,
    PoolTimeout,
    PoolClosed,
    OSError,
    TimeoutError,
)
