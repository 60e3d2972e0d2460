"""A crawler of Crawlee that reads pages with tagrake, and its parser.

Crawlee requests, retries, schedules and stores. `TagrakeCrawler` takes the place of `ParselCrawler` or `BeautifulSoupCrawler`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Unpack, cast

from crawlee._utils.blocked import RETRY_CSS_SELECTORS
from crawlee.crawlers import (
    AbstractHttpCrawler,
    AbstractHttpParser,
    ContextPipeline,
    HttpCrawlerOptions,
    HttpCrawlingContext,
    ParsedHttpCrawlingContext,
)
from crawlee.crawlers._types import BlockedInfo
from crawlee.http_clients import HttpResponse

import tagrake
from tagrake import Page
from tagrake._native import check_page_options
from tagrake.types import ExtractOptions

__all__ = ["TagrakeCrawler", "TagrakeCrawlingContext", "TagrakeParser"]


class TagrakeParser(AbstractHttpParser[Page, str]):
    """Reads responses as `tagrake.Page`. Selectors are as in `Page.select`; a part that it does not have raises ValueError.

    Args:
        options: Keywords of `tagrake.extract`: `view`, `hidden_text`, `profile` and more.
    """

    def __init__(self, **options: Unpack[ExtractOptions]) -> None:
        check_page_options(type(self), {**options})
        self._options = options

    async def parse(self, response: HttpResponse, url: str | None = None) -> Page:
        """Reads a response in a thread. Its headers decide the encoding, as in a browser.

        A response that is no text, such as an image or an archive, gives an empty page. `url` is the base of links. Without it,
        `find_links` returns the values as written, for Crawlee to resolve them.
        """
        return await asyncio.to_thread(self._extract, await response.read(), response.headers, url)

    async def parse_text(self, text: str) -> Page:
        """Reads HTML that has been decoded."""
        return await asyncio.to_thread(tagrake.extract, text, **self._options)

    async def select(self, parsed_content: Page, selector: str) -> Sequence[str]:
        """Returns the texts of the elements that match; with an output such as `a::attr(title)`, these values."""
        values: list[str] = parsed_content.select(selector)
        return values

    def is_matching_selector(self, parsed_content: Page, selector: str) -> bool:
        """Returns true if an element matches."""
        return _matches_any(parsed_content, [selector])

    def is_blocked(self, parsed_content: Page) -> BlockedInfo:
        """Finds out whether a page is a blocked one. All selectors are evaluated in one pass, and again for the reason if one matches."""
        is_blocked = _matches_any(parsed_content, RETRY_CSS_SELECTORS)
        return super().is_blocked(parsed_content) if is_blocked else BlockedInfo(reason="")

    def find_links(self, parsed_content: Page, selector: str, attribute: str) -> Iterable[str]:
        """Returns the URLs in an attribute of the elements that match, resolved if the page has a URL. Others are left out."""
        if (selector, attribute) == ("base[href]", "href"):
            # Crawlee calls this for each page.
            return [parsed_content.base_href] if parsed_content.base_href else []
        if parsed_content.url is None:
            values: list[str] = parsed_content.select(_column(selector, f"attr({attribute})"))
            return [value.strip() for value in values if value]
        if (selector, attribute) == ("a", "href") and self._has_all_links(parsed_content):
            return _hyperlinks(parsed_content)
        urls: list[str] = parsed_content.select(_column(selector, f"url({attribute})"))
        return urls

    def _has_all_links(self, page: Page) -> bool:
        """Returns true if no option and no limit left out links of the page."""
        is_limited = any(flag.startswith("limit-") for flag in page.flags)
        return not is_limited and self._options.keys().isdisjoint({"kinds", "link_scope", "max_links"})

    def _extract(self, body: bytes, headers: Mapping[str, str], url: str | None) -> Page:
        try:
            return tagrake.extract(body, url, headers=headers, **self._options)
        except ValueError:  # an image, an archive or another type with a signature
            return tagrake.extract(b"", url, headers=headers, **self._options)


def _hyperlinks(page: Page) -> list[str]:
    """Returns the URLs in the `href` of the `a` elements in the document.

    PERF: the page was read with its links. `Page.select` gives the same URLs, and reads it again.
    """
    links = (link for link in page.links if link.attr == "href" and link.element in ("a", "svg:a"))
    return [url for link in links if (url := link.url) is not None and not link.in_template and not link.in_srcdoc]


def _column(selector: str, output: str) -> str:
    """Returns the selector with an output. Without a selector, a column is no error, and has no values."""
    if not selector.strip():
        raise ValueError("the selector is empty")
    return f"{selector}::{output}"


def _matches_any(page: Page, selectors: Sequence[str]) -> bool:
    """Returns true if an element matches one of the selectors."""
    found = page.select({str(number): _column(selector, "html") for number, selector in enumerate(selectors)})
    return any(html is not None for html in found.values())


@dataclass(frozen=True)
class TagrakeCrawlingContext(ParsedHttpCrawlingContext[Page]):
    """The context of a request handler of `TagrakeCrawler`."""

    @property
    def page(self) -> Page:
        """The page, with the URL that was loaded: its title, links, text, main content and more."""
        page: Page = self.parsed_content
        return page

    def select(self, columns: str | Mapping[str, str | None] | Iterable[str]) -> Any:
        """Returns the values that CSS selectors and XPath find, as `Page.select`."""
        return self.page.select(columns)

    def html_to_text(self) -> str:
        """Returns the visible text of the page, a line for each block."""
        return self.page.text


class TagrakeCrawler(AbstractHttpCrawler[TagrakeCrawlingContext, Page, str]):
    """A crawler that reads pages with tagrake. Its handlers get a `TagrakeCrawlingContext`.

    Args:
        parser: The parser; `TagrakeParser(view="precise")` has options of pages.
        options: Keywords of Crawlee's crawlers: `max_requests_per_crawl`, `http_client` and more.
    """

    _parser: TagrakeParser

    def __init__(
        self,
        *,
        parser: TagrakeParser | None = None,
        **options: Unpack[HttpCrawlerOptions[TagrakeCrawlingContext]],  # pyright: ignore[reportGeneralTypeIssues]  # without Crawlee
    ) -> None:
        # `_parse_http_response` yields the context of this crawler.
        options["_context_pipeline"] = cast("ContextPipeline[TagrakeCrawlingContext]", self._create_static_content_crawler_pipeline())
        super().__init__(parser=parser or TagrakeParser(), **options)

    async def _parse_http_response(self, context: HttpCrawlingContext) -> AsyncGenerator[TagrakeCrawlingContext, None]:
        """Yields the context with the page, as the base class does with the result of a parser that gets no URL."""
        page = await self._parser.parse(context.http_response, context.request.loaded_url or context.request.url)
        extract_links = self._create_extract_links_function(context, page)
        enqueue_links = self._create_enqueue_links_function(context, extract_links)
        yield TagrakeCrawlingContext.from_http_crawling_context(context, page, enqueue_links, extract_links)
