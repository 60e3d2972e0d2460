"""A plugin of pytest: runs the tests of Scrapy's link extractor and of w3lib's canonical URLs against the ones of tagrake."""

from typing import Any

import w3lib.url
from scrapy.linkextractors import lxmlhtml

from tagrake.scrapy import LinkExtractor, canonicalize_url

w3lib_canonicalize_url = w3lib.url.canonicalize_url


def canonicalize(url: Any, *arguments: Any, **keywords: Any) -> str:
    """Canonicalizes URLs with tagrake, and what it has no arguments for with w3lib."""
    is_ours = isinstance(url, str) and not arguments and not keywords
    return canonicalize_url(url) if is_ours else w3lib_canonicalize_url(url, *arguments, **keywords)


setattr(lxmlhtml, "LxmlLinkExtractor", LinkExtractor)  # noqa: B010
w3lib.url.canonicalize_url = canonicalize
