"""The Model Context Protocol: tools and resources under its methods.

Its library takes 35 MiB and most of a second to import: nothing else imports this module, and
nobody does before the first agent calls.
"""

from functools import cache
from typing import Any

import msgspec
from anyio import to_thread
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListResourcesResult,
    ListToolsResult,
    ReadResourceRequestParams,
    ReadResourceResult,
    TextContent,
    TextResourceContents,
    ToolAnnotations,
)
from mcp_types import Resource as ListedResource
from mcp_types import Tool as ListedTool

from pricing import ENGINE_VERSION
from service.agents.calling import BY_NAME, called
from service.agents.desk import Desk
from service.agents.resources import RESOURCES
from service.agents.tools import ANSWER, TOOLS

INSTRUCTIONS = (
    "Unitcost answers what AI compute costs: tokens, training runs, services by the month, prices"
    " of devices. Ask in words first (`ask`); use the other tools to set fields exactly. Money is"
    " US dollars; the end of each name is its unit; low and high are an 80% interval. Answers are"
    " dated: repeat `catalog` and `as_of` to get the same again. A refusal says what to change."
)


def server_of(desk: Desk) -> Server[Any]:
    """A server of the protocol for one caller."""

    async def list_tools(_context: Any, _params: Any) -> ListToolsResult:
        return await to_thread.run_sync(listed_tools)

    async def call_tool(_context: Any, params: CallToolRequestParams) -> CallToolResult:
        tool = BY_NAME.get(params.name)
        if tool is None:
            raise MCPError(
                INVALID_PARAMS,
                f"there is no tool {params.name[:100]!r}; the tools are {', '.join(BY_NAME)}",
            )
        found = await called(tool, params.arguments or {}, desk)
        if found.answer is None:
            return CallToolResult(content=[TextContent(text=found.failure)], is_error=True)
        text = msgspec.json.encode(found.answer).decode()
        return CallToolResult(content=[TextContent(text=text)], structured_content=found.answer)

    async def list_resources(_context: Any, _params: Any) -> ListResourcesResult:
        return listed_resources()

    async def read_resource(_context: Any, params: ReadResourceRequestParams) -> ReadResourceResult:
        found = next((one for one in RESOURCES if one.uri == params.uri), None)
        if found is None:
            known = ", ".join(one.uri for one in RESOURCES)
            raise MCPError(
                INVALID_PARAMS, f"there is no resource {params.uri[:100]!r}; there are {known}"
            )
        text = found.text(desk.library)
        return ReadResourceResult(
            contents=[TextResourceContents(uri=found.uri, mime_type=found.media, text=text)]
        )

    return Server(
        "unitcost",
        version=ENGINE_VERSION,
        title="Unitcost",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_read_resource=read_resource,
    )


def manager_of(desk: Desk, most_bytes: int) -> StreamableHTTPSessionManager:
    """What serves one request over HTTP: no session, and an answer that is one JSON object."""
    return StreamableHTTPSessionManager(
        server_of(desk), json_response=True, stateless=True, max_request_body_size=most_bytes
    )


@cache
def listed_tools() -> ListToolsResult:
    """The tools as the protocol lists them."""
    return ListToolsResult(
        tools=[
            ListedTool(
                name=tool.name,
                title=tool.title,
                description=tool.told,
                input_schema=tool.schema,
                output_schema=dict(ANSWER),
                annotations=ToolAnnotations(read_only_hint=True, open_world_hint=False),
            )
            for tool in TOOLS
        ]
    )


@cache
def listed_resources() -> ListResourcesResult:
    """The resources as the protocol lists them."""
    return ListResourcesResult(
        resources=[
            ListedResource(
                uri=one.uri,
                name=one.uri.removeprefix("unitcost://"),
                title=one.title,
                description=one.description,
                mime_type=one.media,
            )
            for one in RESOURCES
        ]
    )
