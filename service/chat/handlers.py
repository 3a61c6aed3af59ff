"""The handlers of the chats that are set up. A chat without its secret has none."""

from collections.abc import Callable
from time import perf_counter

import msgspec
from litestar.types import ASGIApp, Receive, Scope

from service.access.rate_limit import RateLimiter
from service.chat import slack, teams
from service.chat.conversation import Conversation
from service.http.request import Headers, headers_of, read_sent
from service.http.response import NEVER_STORE, Reply
from service.http.route import RouteHandler, route
from service.operations.executor import QueryExecutor
from service.sentences.messages import Message
from service.settings import Settings

SLACK = "/v1/chat/slack"
TEAMS = "/v1/chat/teams"

SLACK_SECONDS = 2.0
"""Slack waits three, with the way there and back, and until a busy service reads what came."""
TEAMS_SECONDS = 4.0
"""Teams waits five, likewise."""

MOST_BODY_BYTES = 1 << 18
"""A message of Teams has 28 KB at most, and is sent as text and as HTML."""

Verify = Callable[[Headers, bytes], None]


def handlers(
    settings: Settings, executor: QueryExecutor, rates: RateLimiter, *, is_open: bool
) -> list[RouteHandler]:
    """The handlers; is_open: whether whoever finds an address may read what is there.

    Where keys are in use, a chat could show no picture, and its people follow no link.
    """
    address = settings.public_url or "" if is_open else ""
    most = min(MOST_BODY_BYTES, settings.max_body_bytes)

    def conversation(name: str, seconds: float) -> Conversation:
        return Conversation(
            executor,
            rates,
            name=f"chat:{name}",
            seconds=seconds,
            requests_per_minute=settings.chat_requests_per_minute,
        )

    async def signed(verify: Verify, headers: Headers, receive: Receive) -> bytes:
        with executor.body_memory.held() as hold:
            body = await read_sent(headers, receive, limit=most, hold=hold)
        verify(headers, body)
        return body

    found = []
    if settings.slack_signing_secret is not None:
        of_slack = slack.verifier(settings.slack_signing_secret.reveal)
        talk = conversation("slack", SLACK_SECONDS)

        async def post_slack(scope: Scope, receive: Receive) -> ASGIApp:
            began, headers = perf_counter(), headers_of(scope)
            asked = slack.question_of(headers, await signed(of_slack, headers, receive))
            if asked is None:
                return Reply(b"", headers=(NEVER_STORE,))
            said = await talk.answer(asked.text, scope, began=began, request=asked.trigger)
            return _reply(slack.message(said, asked.command, address))

        found.append(route(SLACK, {"POST": post_slack}))
    if settings.teams_security_token is not None:
        of_teams = teams.verifier(settings.teams_security_token.reveal)
        thread = conversation("teams", TEAMS_SECONDS)

        async def post_teams(scope: Scope, receive: Receive) -> ASGIApp:
            began, headers = perf_counter(), headers_of(scope)
            text = teams.question_of(headers, await signed(of_teams, headers, receive))
            said = await thread.answer(text, scope, began=began)
            return _reply(teams.message(said, address))

        found.append(route(TEAMS, {"POST": post_teams}))
    return found


def _reply(message: Message) -> Reply:
    return Reply(msgspec.json.encode(message), headers=(NEVER_STORE,))
