"""What a start imports and reads, in a process of its own."""

import json
import os
import subprocess
import sys

SCRIPT = """
import json, sys
from service.cli.main import main
from service.server import DrainingServer
from pricing.releases import manifest

read = []
sheet = manifest._sheet
manifest._sheet = lambda path, name, *others: (
    read.append((path.stem, name)), sheet(path, name, *others)
)[1]
DrainingServer.run = lambda _server: None
main(["serve"])
print(json.dumps([sorted(sys.modules), read]))
"""

HEAVY = {
    *("PIL", "attr", "cryptography", "fastexcel", "httpx", "jsonschema", "matplotlib", "mcp"),
    *("opentelemetry.sdk", "pandas", "pyarrow", "pydantic", "redis", "scipy", "slack_sdk"),
    *("starlette.applications", "xlsxwriter"),
}
"""Packages that some answers need, and no start: they take 5 to 40 MiB each."""

OF_WORDS = {"pricing.asking.reading", "service.asking.ask", "service.chat.handlers"}
"""What words and chats need, which the first quotes do not wait for: 2 MiB."""


def test_a_start_imports_and_reads_what_the_first_quotes_need() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env={**os.environ, "PORT": "0", "UNITCOST_TABLES": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    modules, read = json.loads(ended.stdout.splitlines()[-1])

    assert "litestar" in modules
    assert (HEAVY | OF_WORDS) & {*modules} == set()
    assert len({release for release, _ in read}) == 1
    assert "exchange_rates" not in {table for _, table in read}
