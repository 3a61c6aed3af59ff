"""Slash commands of Slack: the signature, the form, and the message that answers.

Source: Slack, "Verifying requests from Slack", "Slash commands" and "Block Kit".
"""

import html
import re
from collections.abc import Callable, Mapping
from typing import NamedTuple
from urllib.parse import parse_qsl

from service.chat.messages import Told
from service.http.problems import Refused
from service.http.request import Headers, check_content_type
from service.sentences import messages
from service.sentences.messages import Message

FORM = "application/x-www-form-urlencoded"
MOST_FIELDS = 50
MOST_CHARACTERS = 3000
"""Of the text of a block."""

_SECONDS = re.compile(r"[0-9]{1,12}")
_SIGNATURE = re.compile(r"v0=[0-9a-f]{64}")
_COMMAND = re.compile(r"/[\w-]{1,32}")
_LINK = re.compile(r"<(?:https?:|mailto:|[@#!])[^<>|]*(?:\|([^<>]*))?>")
"""A link, a person or a channel, which Slack writes with marks around what was typed."""


class Command(NamedTuple):
    """A slash command; trigger: Slack's name of the request, the same when it sends it again."""

    command: str
    text: str
    trigger: str


def verifier(secret: str) -> Callable[[Headers, bytes], None]:
    """A function that refuses what Slack did not sign within the last five minutes."""
    # it imports the clients of all of Slack, which only those who have a chat need
    from slack_sdk.signature import SignatureVerifier  # noqa: PLC0415

    check = SignatureVerifier(secret)

    def verify(headers: Headers, body: bytes) -> None:
        """Raise Refused for a request that is not signed."""
        moment = headers.get(b"x-slack-request-timestamp", b"").decode("latin-1")
        signature = headers.get(b"x-slack-signature", b"").decode("latin-1")
        is_form = _SECONDS.fullmatch(moment) and _SIGNATURE.fullmatch(signature)
        try:
            text = body.decode()
        except UnicodeDecodeError:
            is_form = None
        if not is_form or not check.is_valid(text, moment, signature):
            raise Refused(
                "unauthorized",
                "The signature of Slack is missing, wrong, or older than five minutes.",
                headers={"www-authenticate": 'Slack realm="unitcost"'},
            )

    return verify


def question_of(headers: Headers, body: bytes) -> Command | None:
    """The command and what was typed after it; None for a look at the certificate.

    Raises Refused for a body that is not the form of a slash command.
    """
    check_content_type(headers, needed=FORM)
    try:
        pairs = parse_qsl(
            body.decode(),
            keep_blank_values=True,
            strict_parsing=bool(body),
            errors="strict",
            max_num_fields=MOST_FIELDS,
        )
    except ValueError as error:  # of which a wrong encoding is one
        raise Refused("invalid-request", "The body is not the form of a slash command.") from error
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise Refused("invalid-request", "A field of the form is repeated.")
    if fields.get("ssl_check") == "1":
        return None
    if "text" not in fields:
        raise Refused("invalid-request", "The form has no such field.", field="text")
    command = fields.get("command", "")
    said = html.unescape(_LINK.sub(lambda link: link[1] or "", fields["text"]))
    trigger = fields.get("trigger_id", "")
    return Command(command if _COMMAND.fullmatch(command) else "", said, trigger)


def message(told: Told, command: str, address: str) -> Message:
    """The message that answers, which only who asked sees; address: where answers are read.

    Nothing but the question's own words comes from outside, and marks in these are escaped.
    """
    said = messages.slack(told.sentence)
    blocks = [_bounded(block) for block in said["blocks"]]
    if told.tries:
        lines = "\n".join(f"• `{_code(f'{command} {one}'.strip())}`" for one in told.tries)
        blocks.append(messages.section(f"Try:\n{lines}"))
    if chart := told.address_of(told.chart, address):
        blocks.append({"type": "image", "image_url": chart, "alt_text": told.ALT})
    if whole := told.address_of(told.whole, address):
        link = f"<{whole}|{told.WHOLE}>"
        blocks.append({"type": "context", "elements": [{"type": "mrkdwn", "text": link}]})
    return {
        "response_type": "ephemeral",
        "text": said["text"][:MOST_CHARACTERS],
        "blocks": blocks,
    }


def _code(text: str) -> str:
    return messages.escaped(text.replace("`", ""))


def _bounded(block: Mapping[str, object]) -> Message:
    """A block with no more text than Slack takes."""
    bounded = dict(block)
    for part in [bounded.get("text"), *(bounded.get("elements") or ())]:  # type: ignore[misc]
        if isinstance(part, dict) and len(part["text"]) > MOST_CHARACTERS:
            part["text"] = f"{part['text'][: MOST_CHARACTERS - 1]}…"
    return bounded
