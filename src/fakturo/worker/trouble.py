"""What it looks like when the database, or the way to it, is gone for a moment."""

import psycopg
from psycopg_pool import PoolTimeout

DATABASE_TROUBLE = (psycopg.Error, PoolTimeout, OSError, TimeoutError)
