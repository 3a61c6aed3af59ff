"""Sentences as messages of Slack and Teams, and as short Markdown."""

import re
from typing import Any

from service.sentences.sentence import MOST_NOTES, Sentence, ended

Message = dict[str, Any]

_MARKS = re.compile(r"[&<>]")
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}

_PRICE = re.compile(r"−?\$\d[\d.,]*(?: (?:million|billion|trillion))?")
"""The first amount of a head, which is what was asked for."""

_MARKDOWN = re.compile(r"[\\`*_\[\]<>|#]")


def slack(sentence: Sentence) -> Message:
    """Blocks of Slack's Block Kit, with the text for notifications beside them.

    Source: Slack, Block Kit reference: section, context and mrkdwn.
    """
    head = _PRICE.sub(r"*\g<0>*", escaped(sentence.head), count=1)
    blocks: list[Message] = [section(ended(head))]
    if sentence.facts:
        blocks.append(section("\n".join(f"• {escaped(fact)}" for fact in sentence.facts)))
    if sentence.notes:
        blocks.append(
            {
                "type": "context",
                "elements": [
                    {"type": "mrkdwn", "text": escaped(note)}
                    for note in sentence.notes[:MOST_NOTES]
                ],
            }
        )
    return {"text": escaped(sentence.text), "blocks": blocks}


def card(sentence: Sentence) -> Message:
    """An Adaptive Card, as Teams shows it.

    Source: Microsoft, Adaptive Cards schema 1.5, TextBlock.
    """
    body = [
        {
            "type": "TextBlock",
            "text": ended(plain(sentence.head)),
            "wrap": True,
            "weight": "bolder",
        },
        *(
            {"type": "TextBlock", "text": f"- {plain(fact)}", "wrap": True, "spacing": "small"}
            for fact in sentence.facts
        ),
        *(
            {"type": "TextBlock", "text": plain(note), "wrap": True, "isSubtle": True}
            for note in sentence.notes[:MOST_NOTES]
        ),
    ]
    return {
        "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
        "type": "AdaptiveCard",
        "version": "1.5",
        "body": body,
    }


def markdown(sentence: Sentence) -> str:
    """A paragraph with the price in bold, a list of facts, and the notes as a quotation."""
    head = _PRICE.sub(r"**\g<0>**", plain(sentence.head), count=1)
    parts = [ended(head)]
    if sentence.facts:
        parts.append("\n".join(f"- {plain(fact)}" for fact in sentence.facts))
    if sentence.notes:
        parts.append("\n".join(f"> {plain(note)}  " for note in sentence.notes[:MOST_NOTES]))
    return "\n\n".join(parts) + "\n"


def section(text: str) -> Message:
    """A block of Slack's with a text."""
    return {"type": "section", "text": {"type": "mrkdwn", "text": text}}


def escaped(text: str) -> str:
    """A text whose marks mean nothing to Slack: no link, no person, no channel."""
    return _MARKS.sub(lambda match: _ESCAPES[match[0]], text)


def plain(text: str) -> str:
    """A text whose marks mean nothing in Markdown."""
    return _MARKDOWN.sub(r"\\\g<0>", text)
