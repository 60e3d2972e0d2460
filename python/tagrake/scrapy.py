"""Parts for Scrapy: a link extractor, the page of a response, its robots directives, and an exporter of items to Parquet.

Scrapy schedules, downloads and filters. Change one import of a spider:

    from tagrake.scrapy import LinkExtractor

The guide is docs/crawlers.md.
"""

from __future__ import annotations

import inspect
import logging
import re
from dataclasses import dataclass
from functools import cache
from hashlib import sha1
from typing import Any, Literal, TypeAlias, TypedDict
from urllib.parse import urljoin
from weakref import WeakKeyDictionary

from scrapy.http import JsonResponse, Request, Response, TextResponse, XmlResponse
from scrapy.link import Link
from scrapy.linkextractors import lxmlhtml
from scrapy.linkextractors.lxmlhtml import LxmlLinkExtractor
from scrapy.utils.misc import arg_to_iter
from scrapy.utils.request import fingerprint
from w3lib.url import canonicalize_url as canonicalize_any_url
from w3lib.url import safe_url_string

import tagrake
from tagrake._native import FoundLinks, LinkFilter, canonical_url, fingerprint_data
from tagrake._parquet_items import ParquetItemExporter

__all__ = ["LinkExtractor", "ParquetItemExporter", "RequestFingerprinter", "Robots", "canonicalize_url", "page", "robots"]

logger = logging.getLogger(__name__)

EncodingRules: TypeAlias = Literal["browser", "scrapy"]
"""The rules for the encoding of a response: "browser", the ones of the HTML and Encoding Standards, or Scrapy's."""

Candidate: TypeAlias = tuple[str, bool, str, bool]
"""A link before any rule: its value, whether that is its URL, its text and nofollow."""


class _EncodingOptions(TypedDict, total=False):
    """The keywords of tagrake about the encoding of a page."""

    content_type: str
    encoding: str


_SIGNATURE = inspect.signature(LxmlLinkExtractor.__init__)


class LinkExtractor(LxmlLinkExtractor):
    """Extracts the links of responses, as `scrapy.linkextractors.LinkExtractor` does, with the same arguments.

    URLs are the ones that a browser requests. White space in texts is collapsed, and a text has at most 1 KiB. Comments and the documents
    of `srcdoc` have no links.

    Rust reads the page, resolves its URLs, and applies the rules about elements, domains, extensions and duplicates. Regular expressions
    and `process_value` run in Python. With `tags`, `attrs` or `restrict_css`, selectors of tagrake find the elements. Scrapy's code
    reads the page instead for:

    * `restrict_xpaths`, `strip=False`, and `"*"` in `attrs`;
    * a `restrict_css` that tagrake does not support, or with `unique=False`;
    * names in `tags` and `attrs` that CSS must escape;
    * responses that are XML or JSON.

    Args:
        encoding: The rules for the encoding, which decides texts and the queries of URLs: "browser" or "scrapy".

        Rule(LinkExtractor(allow=r"/articles/", deny_domains=["ads.example"]), callback="parse_article", follow=True)
    """

    def __init__(self, *arguments: Any, encoding: EncodingRules = "browser", **keywords: Any) -> None:
        _check_rules(encoding)
        given = _SIGNATURE.bind(self, *arguments, **keywords)
        given.apply_defaults()
        values = dict(given.arguments)
        del values["self"]
        # Iterators are read once.
        names = ("tags", "attrs", "deny_tags", "deny_attrs", "restrict_css", "restrict_xpaths")
        values |= {name: list(arg_to_iter(values[name])) for name in names if name in values}
        super().__init__(**values)
        self._encoding: EncodingRules = encoding
        tags, denied_tags = set(values["tags"]), set(values.get("deny_tags", ()))
        attrs = set(values["attrs"]) - set(values.get("deny_attrs", ()))
        restrict_css: list[str] = values["restrict_css"]
        self._tags = sorted(tags - denied_tags)
        #: The definitions of columns that select the links, one for each region; `None` if Scrapy reads the page.
        self._columns: list[str] | None = None
        self._attrs = sorted(attrs)
        is_plain = not restrict_css and tags - denied_tags <= {"a", "area"} and attrs == {"href"}
        self._uses_scrapy = bool(values["restrict_xpaths"]) or not values["strip"]
        if not is_plain and not self._uses_scrapy:
            self._columns = _columns(restrict_css, tags, denied_tags, attrs)
            self._uses_scrapy = self._columns is None or (bool(restrict_css) and not values["unique"])
        own = type(self)
        self._has_own_rules = (
            values["process_value"] is not None
            or own._link_allowed is not LxmlLinkExtractor._link_allowed
            or own._process_links is not LxmlLinkExtractor._process_links
        )
        self._filter: LinkFilter | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_filter": None}

    def extract_links(self, response: TextResponse) -> list[Link]:
        """Returns the links of a response that the arguments of this extractor allow."""
        if self._uses_scrapy or isinstance(response, (XmlResponse, JsonResponse)):
            links: list[Link] = super().extract_links(response)
            return links
        try:
            read = _found_links(response, self._encoding) if self._columns is None else self._selected(response)
        except ValueError as error:
            logger.warning("%s: no links: %s", response.url, error)
            return []
        if isinstance(read, FoundLinks):
            return self._allowed_links(response, read.all(self._link_filter())) if self._has_own_rules else self._kept_links(read)
        return self._allowed_links(response, read)

    def _link_filter(self) -> LinkFilter:
        if self._filter is None:
            self._filter = LinkFilter(
                tags=self._tags,
                allow_domains=self.allow_domains,
                deny_domains=self.deny_domains,
                deny_extensions=self.deny_extensions,
                unique=self.link_extractor.unique,
            )
        return self._filter

    def _kept_links(self, found: FoundLinks) -> list[Link]:
        """Returns the links that all rules keep. Only these become `Link` objects."""
        kept = found.kept(self._link_filter())
        if self.allow_res:
            kept = [link for link in kept if _matches(link[0], self.allow_res)]
        if self.deny_res:
            kept = [link for link in kept if not _matches(link[0], self.deny_res)]
        if self.restrict_text:
            kept = [link for link in kept if _matches(link[1], self.restrict_text)]
        links = [Link(url, text, "", nofollow) for url, text, nofollow in kept]
        if not self.canonicalize:
            return links
        # Scrapy's tests replace this function in its module.
        canonicalize = getattr(lxmlhtml, "canonicalize_url")  # noqa: B009
        for link in links:
            link.url = canonicalize(link.url)
        kept_links: list[Link] = self.link_extractor._deduplicate_if_needed(links)
        return kept_links

    def _selected(self, response: TextResponse) -> list[Candidate]:
        """Returns the links that selectors find."""
        html, options = _source(response, self._encoding)
        selected = tagrake.extract(html, response.url, columns=self._columns, **options)
        return [
            (value if url is None else url, url is not None, element["text"] or "", _has_nofollow(element["rel"]))
            for column in selected
            for element in selected[column]
            for value, url in ((element[f"value{index}"], element[f"url{index}"]) for index in range(len(self._attrs)))
            if value is not None
        ]

    def _allowed_links(self, response: TextResponse, candidates: list[Candidate]) -> list[Link]:
        """Returns the links that Scrapy's rules keep after `process_value`."""
        links = []
        for value, is_url, text, nofollow in candidates:
            given = value if is_url else _joined(response.url, value)
            url = None if given is None else self.link_extractor.process_attr(given)
            if url != given:
                url = None if url is None else _joined(response.url, url, response.encoding)
            elif not is_url:
                url = None
            if url is not None:
                links.append(Link(url, text, nofollow=nofollow))
        allowed: list[Link] = self._process_links(self.link_extractor._deduplicate_if_needed(links))
        return allowed


@dataclass(frozen=True)
class Robots:
    """The decision of the robots directives of a response."""

    index: bool
    """False if the page must not be indexed (`noindex`, `none`)."""
    follow: bool
    """False if its links must not be followed (`nofollow`, `none`)."""


def page(response: Response, *, encoding: EncodingRules = "browser", agent: str | None = None) -> tagrake.Page:
    """Returns the page of a response: its metadata, links, main text, and `select`. It is made once, and kept with the response.

    Args:
        response: The response. Its headers count: the encoding, links, robots directives.
        encoding: The rules for the encoding: "browser" or "scrapy".
        agent: The crawler for which `robots_index` and `robots_follow` decide, as in `tagrake.extract`.

    A response that is no page, such as compressed data or an image, raises `ValueError`.
    """
    _check_rules(encoding)
    pages = _pages.setdefault(response, {})
    key = (encoding, agent)
    if key not in pages:
        html, options = _source(response, encoding)
        headers = list(response.headers.items())
        pages[key] = tagrake.extract(html, response.url, headers=headers, agent=agent, **options)
    return pages[key]


def robots(response: Response, *, agent: str | None = None) -> Robots:
    """Returns what the robots directives in `meta` elements and in the header `X-Robots-Tag` allow.

    Args:
        response: The response.
        agent: The crawler, such as "googlebot". By default only the rules for all crawlers count.
    """
    made = page(response, agent=agent)
    return Robots(made.robots_index, made.robots_follow)


class RequestFingerprinter:
    """Computes the fingerprints of Scrapy's default class, with equal bytes, in less time. In the settings of a project:

        REQUEST_FINGERPRINTER_CLASS = "tagrake.scrapy.RequestFingerprinter"
    """

    def fingerprint(self, request: Request) -> bytes:
        """Returns the fingerprint of a request."""
        is_verbatim = request.meta.get("verbatim_url")
        data = None if is_verbatim else fingerprint_data(request.method, request.url, request.body)
        digest: bytes = fingerprint(request) if data is None else sha1(data.encode()).digest()
        return digest


def canonicalize_url(url: str) -> str:
    """Returns what `w3lib.url.canonicalize_url` returns, in less time."""
    canonical = canonical_url(url)
    return canonicalize_any_url(url) if canonical is None else canonical


_pages: WeakKeyDictionary[Response, dict[tuple[EncodingRules, str | None], tagrake.Page]] = WeakKeyDictionary()
_links: WeakKeyDictionary[Response, dict[EncodingRules, FoundLinks]] = WeakKeyDictionary()
"""The links of each response, for spiders with several rules."""


def _found_links(response: TextResponse, encoding: EncodingRules) -> FoundLinks:
    """Returns the links in `href` of a and area elements."""
    found = _links.setdefault(response, {})
    if encoding not in found:
        html, options = _source(response, encoding)
        found[encoding] = FoundLinks(html, response.url, **options)
        if not found[encoding].is_complete:
            logger.warning("%s: links are left out, because they are too long or do not fit into memory", response.url)
    return found[encoding]


def _source(response: Response, encoding: EncodingRules) -> tuple[bytes | str, _EncodingOptions]:
    """Returns the page of a response, and the keywords of tagrake for its encoding."""
    if encoding == "scrapy" and isinstance(response, TextResponse):
        return response.text, {}
    # The encoding that the creator of the response gave.
    given = getattr(response, "_encoding", None)
    if given is not None:
        return (response.body, {"encoding": given}) if _is_known_encoding(given) else (response.text, {})
    content_type = response.headers.get("Content-Type")
    return response.body, {"content_type": content_type.decode("latin-1")} if content_type else {}


@cache
def _is_known_encoding(encoding: str) -> bool:
    """Returns true if browsers support an encoding. Python has others, such as EBCDIC."""
    try:
        tagrake.hrefs(b"", encoding=encoding)
    except ValueError:
        return False
    return True


def _columns(regions: list[str], tags: set[str], denied_tags: set[str], attrs: set[str]) -> list[str] | None:
    """Returns definitions of columns of links: one for each region, or one for the page. `None` if a selector is not supported."""
    names = sorted(attrs)
    if not all(_is_plain_name(name) for name in [*(tags - {"*"}), *denied_tags, *names]):
        return None
    element = "*" if "*" in tags else f":is({', '.join(sorted(tags))})"
    element += "".join(f":not({tag})" for tag in sorted(denied_tags))
    element += f":is({', '.join(f'[{name}]' for name in names)})"
    values = [f"value{index}=::attr({name}), url{index}=::url({name})" for index, name in enumerate(names)]
    record = ", ".join([*values, "text=::text", "rel=::attr(rel)"])
    selectors = [f":is({region}) {element}, {element}:is({region})" for region in regions] or [element]
    columns = [f"links{index}{{ {selector} | {record} }}" for index, selector in enumerate(selectors)]
    try:
        tagrake.extract("", columns=columns)
    except ValueError as error:
        logger.debug("Scrapy reads the pages of this link extractor: %s", error)
        return None
    return columns


def _joined(base: str, url: str, encoding: str | None = None) -> str | None:
    """Joins URLs as Scrapy does, with percent-encoding if there is an encoding. Returns `None` for a URL that Scrapy leaves out."""
    try:
        encoded: str = url if encoding is None else safe_url_string(url, encoding=encoding)
        return urljoin(base, encoded)
    except ValueError:
        return None


def _is_plain_name(name: str) -> bool:
    return re.fullmatch(r"[a-z][a-z0-9_-]*", name) is not None


def _check_rules(encoding: str) -> None:
    if encoding not in ("browser", "scrapy"):
        raise ValueError(f'argument \'encoding\': {encoding!r} is neither "browser" nor "scrapy"')


def _has_nofollow(rel: str | None) -> bool:
    return rel is not None and "nofollow" in rel.lower().replace(",", " ").split()


def _matches(text: str, patterns: list[re.Pattern[str]]) -> bool:
    return any(pattern.search(text) for pattern in patterns)
