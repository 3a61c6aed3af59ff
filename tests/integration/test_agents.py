"""Agents of the official client, over HTTP and on standard input."""

import asyncio
import re
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp_types import CallToolResult

MOST_CALLS = 3

NEXT = re.compile(r"(?:\((?P<field>[\w.]+)\))?\. Try (?P<first>.+?)(?:, |\.$)")
"""The field and the nearest value of a refusal; what a person asked in words has no field."""

L70, L8 = {"model": "llama 70b"}, {"model": "llama-3.1-8b"}

QUESTIONS: list[tuple[str, dict[str, Any], str]] = [
    ("ask", {"q": "llama 70b fp8 on 8xh100 at aws"}, "usd_per_million_output_tokens"),
    ("ask", {"q": "gpt-4o per 1M tokens"}, "usd_per_million_input_tokens"),
    ("ask", {"q": "finetune llama 8b with lora on 50M tokens on a 4090"}, "usd_mean"),
    ("ask", {"q": "how much for inference"}, "usd_per_million_output_tokens"),
    ("unit_costs", {**L70, "device": "p5.48xlarge"}, "usd_per_request"),
    ("training_run", {**L70, "device": "H100 SXM", "tokens": "1T"}, "usd_mean"),
    ("monthly_cost", {**L8, "device": "g6.xlarge", "requests_per_day": "1M"}, "usd_per_month"),
    ("compare", {**L70, "devices": ["h100", "b200"]}, "usd_per_million_output_tokens"),
    ("find_prices", {"device": "h100", "option": "spot"}, "usd_per_device_hour_low"),
    ("explain", {"base": {**L8, "device": "l4"}, "from": {}, "to": {"option": "spot"}}, "change"),
]
"""Questions of an agent that guesses names, and the figure that answers each."""


def run(play: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(play)


async def answered(client: Client, tool: str, arguments: dict[str, Any]) -> CallToolResult:
    """Call, and follow a refusal, as an agent would."""
    result = await client.call_tool(tool, arguments)
    for _ in range(MOST_CALLS - 1):
        if not result.is_error:
            break
        found = NEXT.search(result.content[0].text)  # type: ignore[union-attr]
        assert found, result
        result = await client.call_tool(tool, {**arguments, found["field"] or "q": found["first"]})
    return result


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_ten_questions_are_answered_in_three_calls_each(server: str, mode: Any) -> None:
    async def play() -> list[bool]:
        async with Client(f"{server}/mcp", mode=mode) as client:
            results = await asyncio.gather(
                *(answered(client, tool, arguments) for tool, arguments, _ in QUESTIONS)
            )
        return [
            figure in (result.structured_content or {})["figures"]
            for result, (_, _, figure) in zip(results, QUESTIONS, strict=True)
        ]

    assert run(play()) == [True] * len(QUESTIONS)


def test_a_process_of_its_own_answers_without_a_service(root: Path) -> None:
    command = StdioServerParameters(command=sys.executable, args=["-m", "service", "mcp"], cwd=root)

    async def play() -> tuple[int, bool, bool, str]:
        async with Client(stdio_client(command)) as client:
            tools = await client.list_tools()
            good, bad = await asyncio.gather(
                client.call_tool("ask", {"q": "h100 price at lambda"}),
                client.call_tool("ask", {"q": "what is the weather"}),
            )
            read = await client.read_resource("unitcost://devices")
        return len(tools.tools), good.is_error, bad.is_error, read.contents[0].uri

    assert run(play()) == (7, False, True, "unitcost://devices")
