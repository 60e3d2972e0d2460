"""A plugin of pytest: the link extractor of Scrapy is tagrake's, so that Scrapy's own tests run against it."""

from scrapy.linkextractors import lxmlhtml

from tagrake.scrapy import LinkExtractor

lxmlhtml.LxmlLinkExtractor = LinkExtractor
