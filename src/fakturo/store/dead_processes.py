"""What a process held that is known to be dead: nobody need wait until its time is over."""

from fakturo.store.pool import connect
from fakturo.store.statements import statements

SQL = statements("dead_processes")


async def let_go(database_url: str, process: str) -> int:
    """To be said only by who knows of its end. How many jobs it had, which the next worker that looks takes back."""
    async with await connect(database_url, name="fakturo up") as connection:
        row = await (await connection.execute(SQL["let_go"], {"process": process})).fetchone()
    assert row is not None
    return int(row[0])
