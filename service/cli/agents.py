"""The command that serves one agent on standard input and output: `unitcost mcp`."""

import sys

import anyio
from mcp.server.stdio import stdio_server

from pricing.catalog.library import Library
from pricing.quote.preload import preload
from service.agents.desk import desk_of_process
from service.agents.protocol import server_of
from service.app import operations_of
from service.logs import Log
from service.settings import Settings


def run(settings: Settings) -> int:
    """Serve until standard input ends. Standard output has the protocol alone."""
    operations = {one.id: one for one in operations_of(settings)}
    library = Library.load(settings.directories)
    preload(library.newest)
    log = Log(settings.log_level, sys.stderr.buffer)
    server = server_of(desk_of_process(operations, library, log))

    async def serve() -> None:
        async with stdio_server() as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())

    anyio.run(serve)
    return 0
