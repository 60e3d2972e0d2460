"""Crawls a site with Scrapy in a process of its own, and prints what happened as JSON.

    python scrapy_crawl.py scrapy|tagrake URL
"""

import json
import sys
from typing import Any

import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.http import HtmlResponse
from scrapy.linkextractors import LinkExtractor
from scrapy.spiders import CrawlSpider, Rule

import tagrake.scrapy

name, url = sys.argv[1:]
Extractor: Any = tagrake.scrapy.LinkExtractor if name == "tagrake" else LinkExtractor
events: list[list[Any]] = []
"""Each response and failure: its path, its status or its error, and the links of a page."""


class Site(CrawlSpider):
    name = "site"
    start_urls = [url]
    handle_httpstatus_list = [404]
    rules = (
        Rule(Extractor(allow=r"/pages/", restrict_text="[Pp]age"), callback="page", follow=True, errback="failure"),
        Rule(Extractor(deny=r"/pages/", deny_extensions=["zip"], unique=False), callback="page", follow=True, errback="failure"),
        Rule(Extractor(tags="img", attrs="src", deny_extensions=[]), callback="page", errback="failure"),
    )

    def page(self, response: Any) -> Any:
        links = None
        if isinstance(response, HtmlResponse):
            links = [[link.url, link.text.strip(), link.nofollow] for link in Extractor().extract_links(response)]
        events.append([response.url.removeprefix(url), response.status, links])
        return []

    def failure(self, failure: Any) -> None:
        events.append([failure.request.url.removeprefix(url), type(failure.value).__name__, None])


settings = {
    "LOG_LEVEL": "ERROR", "TELNETCONSOLE_ENABLED": False, "DOWNLOAD_TIMEOUT": 2, "RETRY_ENABLED": False, "CONCURRENT_REQUESTS": 1,
}  # fmt: skip
process = CrawlerProcess(settings=settings)
process.crawl(Site)
process.start()
print(json.dumps(sorted(events, key=str)))
