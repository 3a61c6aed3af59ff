"""The text of /llms.txt: what an agent may ask here, and how."""

from collections.abc import Sequence

from service.agents.desk import PATH
from service.agents.tools import TOOLS
from service.operations.operation import Operation

ABOUT = """\
# Unitcost

> What AI compute costs: a token, a request, a watt, a training run, a service by the month. Every
> figure has its source and a day.

Ask in words with `GET /v1/ask?q=llama+70b+on+8xh100`; with `Accept: text/plain` the answer is a
sentence. Money is US dollars. The end of each name is its unit. Errors say the field, what to
change, and what is nearest.
"""

DOCUMENTS = """\
- [OpenAPI](/openapi.json): every field with its unit
- [A page to try calls on](/docs): for people
- [Names of models](/v1/catalog/models?fields=rows.model)
- [Names of devices](/v1/catalog/devices?fields=rows.device)
"""


def index_text(operations: Sequence[Operation]) -> str:
    """What is answered, the tools, the calls and the documents, in the form of llmstxt.org."""
    tools = "\n".join(f"- `{tool.name}`: {tool.title}" for tool in TOOLS)
    calls = "\n".join(f"- `{one.method} {one.path}`: {one.summary}" for one in operations)
    ways = f"MCP, by streamable HTTP at `{PATH}` or by `unitcost mcp`:"
    return (
        f"{ABOUT}\n## Tools\n\n{ways}\n\n{tools}\n"
        f"\n## Calls\n\n{calls}\n\n## Documents\n\n{DOCUMENTS}"
    )
