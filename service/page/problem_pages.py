"""The pages of the types of problems: what the `type` of a problem leads to (RFC 9457)."""

import re
from functools import cache
from html import escape
from pathlib import Path

from litestar.types import ASGIApp, Receive, Scope

from service.http.problems import BASE, KINDS
from service.http.request import chosen_media, headers_of
from service.http.response import BY_ACCEPT, REVALIDATE, Header, tagged
from service.http.route import Handler, RouteHandler, route

TEXT = Path(__file__).resolve().parent.parent / "static" / "problems.md"

HTML = "text/html"
MARKDOWN = "text/markdown"

POLICY: Header = (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'")

_SECTION = re.compile(r"^## (\S+)\n+(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`([^`]+)`")


@cache
def sections() -> dict[str, str]:
    """What is said of each type, in Markdown, by its name."""
    found = _SECTION.findall(TEXT.read_text(encoding="utf-8"))
    return {name: text.strip() for name, text in found}


def handlers() -> list[RouteHandler]:
    """The handlers of a page for each type, and of the list of them. None needs a key."""
    listed = [f"- [{kind.title}]({BASE}{name}): {kind.summary}" for name, kind in KINDS.items()]
    names = "\n".join(listed)
    items = "\n".join(
        f'<li><a href="{BASE}{name}">{escape(kind.title)}</a>: {_inline(kind.summary)}</li>'
        for name, kind in KINDS.items()
    )
    index = _page("Problems", f"# Problems\n\n{names}\n", f"<ul>\n{items}\n</ul>")
    return [
        route(BASE.rstrip("/"), {"GET": index}),
        *(route(f"{BASE}{name}", {"GET": _page_of(name)}) for name in KINDS),
    ]


def _page_of(name: str) -> Handler:
    kind, text = KINDS[name], sections()[name]
    head = f"{kind.title} ({kind.status})"
    paragraphs = "".join(f"<p>{_inline(one)}</p>\n" for one in text.split("\n\n"))
    back = f'<p><a href="{BASE.rstrip("/")}">All problems</a></p>'
    return _page(head, f"# {head}\n\n{text}\n", paragraphs + back)


def _page(title: str, markdown: str, body: str) -> Handler:
    page = (
        '<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title></head>\n"
        f"<body>\n<h1>{escape(title)}</h1>\n{body}\n</body>\n</html>\n"
    )
    bodies = {HTML: page.encode(), MARKDOWN: markdown.encode()}

    async def read_page(scope: Scope, receive: Receive) -> ASGIApp:  # noqa: ARG001 - a handler's
        headers = headers_of(scope)
        media = chosen_media(headers, (HTML, MARKDOWN))
        return tagged(
            bodies[media],
            headers.get(b"if-none-match"),
            media=f"{media}; charset=utf-8".encode(),
            headers=(REVALIDATE, BY_ACCEPT, POLICY),
        )

    return read_page


def _inline(text: str) -> str:
    """A paragraph of Markdown as HTML: its words, and the code in it."""
    return _CODE.sub(r"<code>\1</code>", escape(text, quote=False))
