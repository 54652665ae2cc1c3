"""What it looks like when the database, or the way to it, fails."""

import psycopg
from psycopg_pool import PoolClosed, PoolTimeout

WORTH_REPEATING = (psycopg.OperationalError, psycopg.InterfaceError, PoolTimeout, PoolClosed, OSError, TimeoutError)
"""It is gone for a moment: the same statement may succeed in the next."""

DATABASE_TROUBLE = (psycopg.Error, *WORTH_REPEATING)
"""Whatever it is, loops that come round again outlive it."""
