"""Outgoing webhooks of Teams: the signature, the activity, and the card that answers.

Source: Microsoft, "Create Outgoing Webhooks", and the Adaptive Cards schema 1.5.
"""

import base64
import binascii
import hashlib
import hmac
import html
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import msgspec
from msgspec import Struct

from service.chat.messages import Told
from service.http.problems import Refused
from service.http.request import Headers, check_content_type, decoded
from service.sentences import messages
from service.sentences.messages import Message

SCHEME = "HMAC"
MOST_AGE = timedelta(minutes=5)

_MENTION = re.compile(r"<at\b[^<>]*>[^<]*(?:<(?!/?at\b)[^<]*)*</at>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")


class Activity(Struct, frozen=True):
    """What Teams sends, as far as it is read; timestamp: when it was said."""

    text: str
    timestamp: datetime | None = None


_DECODE = msgspec.json.Decoder(Activity).decode


def verifier(token: str) -> Callable[[Headers, bytes], None]:
    """A function that refuses what Teams did not sign; token: in base64, as Teams shows it."""
    key = base64.b64decode(token, validate=True)

    def verify(headers: Headers, body: bytes) -> None:
        """Raise Refused for a request that is not signed."""
        scheme, _, given = headers.get(b"authorization", b"").strip().partition(b" ")
        try:
            signature = base64.b64decode(given.strip(), validate=True)
        except binascii.Error:
            signature = b""
        right = hmac.digest(key, body, hashlib.sha256)
        is_right = hmac.compare_digest(signature, right)
        if scheme.upper() != SCHEME.encode() or not is_right:
            raise _unsigned("The signature of Teams is missing or wrong.")

    return verify


def question_of(headers: Headers, body: bytes, now: datetime | None = None) -> str:
    """What was typed after the name of the webhook.

    Raises Refused for a body that is no message, and for one that was said minutes ago: Teams signs
    no other time.
    """
    check_content_type(headers)
    activity = decoded(_DECODE, body, Activity)
    moment = activity.timestamp
    if moment is not None:
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        if abs((now or datetime.now(UTC)) - moment) > MOST_AGE:
            raise _unsigned("The message of Teams is older than five minutes.")
    return html.unescape(_TAG.sub(" ", _MENTION.sub(" ", activity.text)))


def message(told: Told, address: str) -> Message:
    """The message that answers: a card; address: where answers are read."""
    card = messages.card(told.sentence)
    body = card["body"]
    if told.tries:
        body.append(_text("Try:"))
        body.extend(_text(f"- {messages.plain(one)}") for one in told.tries)
    if chart := told.address_of(told.chart, address):
        body.append({"type": "Image", "url": chart, "altText": told.ALT})
    if whole := told.address_of(told.whole, address):
        card["actions"] = [{"type": "Action.OpenUrl", "title": told.WHOLE, "url": whole}]
    kind = "application/vnd.microsoft.card.adaptive"
    return {"type": "message", "attachments": [{"contentType": kind, "content": card}]}


def _text(text: str) -> Message:
    return {"type": "TextBlock", "text": text, "wrap": True, "spacing": "small"}


def _unsigned(detail: str) -> Refused:
    return Refused(
        "unauthorized", detail, headers={"www-authenticate": f'{SCHEME} realm="unitcost"'}
    )
