//! Makes the [`Page`] of what the collectors hold: resolves the URLs, interprets the metadata, and flags each limit that is reached.

use crate::collector::Collector;
use crate::column_pass::ColumnPass;
use crate::content::Blocks;
use crate::flags::{Flag, Flags};
use crate::links::{EmptyUrl, Link, LinkCollector, Resolver, URLS_BYTES};
use crate::metadata::collector::MetadataCollector;
use crate::options::{Context, ExtractOptions};
use crate::page::{Heading, Page};
use crate::page_sink::PageSink;
use crate::page_sink::tree_collectors::TreeCollectors;
use crate::select_columns::SelectColumns;
use crate::selected::{self, SelectPage, SelectedValue, Selection};
use crate::text::TEXT_BYTES;
use crate::text::anchor_texts::CollectedTexts;
use crate::text::headings::CollectedHeading;
use crate::text::strings::truncate;
use bumpalo::Bump;
use bumpalo::collections::Vec;
use tagrake::encoding::Decoded;
use tagrake::{Arena, ErrorCode, LimitKind, Summary};

/// The result of one pass over a page.
pub(crate) struct Collected<'e, 'o, C> {
    pub(crate) sink: PageSink<'e, 'o, C>,
    pub(crate) summary: Summary,
    pub(crate) decoded: Decoded<'e>,
    pub(crate) arena: &'e Arena,
    /// The bytes of the arena that the page may use.
    pub(crate) arena_bytes: usize,
}

/// Returns the page, and the caller's collector.
pub(crate) fn assemble<'e, C: Collector<'e>>(
    collected: Collected<'e, '_, C>,
    context: &Context<'e>,
    options: &ExtractOptions,
) -> (Page<'e>, C) {
    let Collected { mut sink, summary, decoded, arena, arena_bytes } = collected;
    let bump = arena.bump();
    sink.finish();
    if options.links {
        sink.tree.links.add_headers(context);
    }
    let PageSink { mut collectors, tree, flags, errors, .. } = sink;
    let TreeCollectors { links, attributes, texts, table, items, .. } = tree;
    let facts = collectors.metadata.take_facts();
    let (resolver, mut flags) = resolver_and_flags(&collectors.metadata, context, &summary, flags, arena);
    let room = || URLS_BYTES.min(arena_bytes.saturating_sub(arena.used_bytes()));
    let items = items.map_or(&[][..], |items| items.finish(&resolver, &mut flags));
    let blocks = table.map(|table| Blocks::new(table.finish(&resolver, room()), facts, options, bump));
    if texts.text.is_truncated || blocks.is_some_and(|blocks| blocks.is_truncated()) {
        flags.set(Flag::LimitText);
    }
    let (text, word_count) = texts.text.finish();
    let (headings, texts) = (texts.headings.all, texts.anchors.into_texts());
    let links = finish_links(links, &resolver, texts, room(), &mut flags);
    let (page, own) = collectors.into_page(facts, context, options.crawler.as_deref(), &resolver, &mut flags);
    let selected = options.columns.as_ref().map_or(&[][..], |columns| {
        let page = SelectPage {
            html: if context.plain_text { "" } else { decoded.text },
            scripting: options.reads_raw_noscript(),
            arena,
            resolver: &resolver,
            blocks: blocks.as_ref(),
        };
        let options = selected::options(page.scripting, context.is_xhtml(), options.limits(arena_bytes));
        finish_selection(selected::read(columns, &page, &options), &mut flags)
    });
    let html = if options.head_only || context.plain_text { "" } else { decoded.text };
    let page = Page {
        parse_errors: options.parse_errors.then(|| with_codes(errors, bump)),
        item_attributes: attributes.all.into_bump_slice(),
        items,
        headings: bump.alloc_slice_fill_iter(headings.iter().map(|heading| heading_of(heading, texts))),
        text: options.text.then_some(text),
        blocks,
        selected,
        word_count,
        links,
        flags,
        summary,
        parts: options.extracted_parts(),
        ..of_document(page, html, context, &decoded, &resolver)
    };
    (page, own)
}

/// Returns a page whose columns are all that is requested, after a pass over `html`.
pub(crate) fn assemble_columns<'e>(
    pass: ColumnPass<'e, '_>,
    summary: Summary,
    decoded: Decoded<'e>,
    arena: &'e Arena,
    context: &Context<'e>,
    columns: &SelectColumns,
    scripting: bool,
) -> Page<'e> {
    let (matches, mut metadata, flags) = pass.finish();
    let facts = metadata.take_facts();
    let (resolver, mut flags) = resolver_and_flags(&metadata, context, &summary, flags, arena);
    let page = SelectPage { html: decoded.text, scripting, arena, resolver: &resolver, blocks: None };
    let selected = finish_selection(selected::values(columns, &page, &matches, &summary), &mut flags);
    let page = metadata.into_page(facts, context, &resolver, &mut flags);
    Page { selected, flags, summary, ..of_document(page, decoded.text, context, &decoded, &resolver) }
}

/// Returns the resolver of URLs in the page, and `flags` with the flags of the metadata, the URL and the tokenizer.
fn resolver_and_flags<'e>(
    metadata: &MetadataCollector<'e>,
    context: &Context<'e>,
    summary: &Summary,
    mut flags: Flags,
    arena: &'e Arena,
) -> (Resolver<'e>, Flags) {
    let mut resolver = Resolver::new(context.url, metadata.decision.encoding.inner(), arena.bump());
    if let Some(href) = metadata.document.base_href {
        resolver.set_base(href);
    }
    flags.add(metadata.flags);
    if context.url.is_some() && resolver.document_url().is_none() {
        flags.set(Flag::UrlInvalid);
    }
    set_limits(summary, &mut flags);
    (resolver, flags)
}

/// Returns `page` with the properties of the document.
fn of_document<'e>(
    page: Page<'e>,
    html: &'e str,
    context: &Context<'e>,
    decoded: &Decoded<'e>,
    resolver: &Resolver<'e>,
) -> Page<'e> {
    Page {
        url: resolver.document_url(),
        redirect: context.redirect.and_then(|target| resolver.resolve_in_header(target, EmptyUrl::Base).url),
        base_url: resolver.base_url(),
        content_type: context.content_type,
        html,
        is_xhtml: context.is_xhtml(),
        is_borrowed: decoded.is_borrowed,
        had_decoding_errors: decoded.had_errors,
        ..page
    }
}

/// Returns the codes of parse errors that were counted, with their numbers.
fn with_codes<'e>(errors: &[usize], bump: &'e Bump) -> &'e [(ErrorCode, usize)] {
    let counted = ErrorCode::ALL.iter().copied().zip(errors.iter().copied()).filter(|&(_, count)| count > 0);
    Vec::from_iter_in(counted, bump).into_bump_slice()
}

/// Returns the values of columns, and flags a limit.
fn finish_selection<'e>(selection: Selection<'e>, flags: &mut Flags) -> &'e [SelectedValue<'e>] {
    if selection.is_limited {
        flags.set(Flag::LimitSelect);
    }
    selection.values
}

/// Flags the limits and other peculiarities in the summary of the tokenizer.
fn set_limits(summary: &Summary, flags: &mut Flags) {
    if summary.is_ambiguous() {
        flags.set(Flag::AmbiguousReplayed);
    }
    if summary.unfinished().is_some() {
        flags.set(Flag::TruncatedInput);
    }
    for met in summary.limits_met() {
        flags.set(match met.kind() {
            LimitKind::Attributes => Flag::LimitAttributes,
            LimitKind::Depth => Flag::LimitDepth,
            LimitKind::TokenBytes => Flag::LimitToken,
            LimitKind::ArenaBytes => Flag::LimitArena,
            LimitKind::InputBytes => Flag::LimitInput,
            LimitKind::Tokens => Flag::LimitTokens,
            _ => unreachable!("the tokenizer has no other limit"),
        });
    }
}

/// Resolves the links. Their URLs have at most `max_bytes` together.
fn finish_links<'e>(
    links: LinkCollector<'e>,
    resolver: &Resolver<'e>,
    texts: CollectedTexts<'e>,
    max_bytes: usize,
    flags: &mut Flags,
) -> &'e [Link<'e>] {
    let is_truncated = links.is_truncated;
    let (links, is_over) = links.finish(resolver, texts, max_bytes);
    if is_over && max_bytes < URLS_BYTES {
        flags.set(Flag::LimitArena);
    }
    if is_truncated || is_over {
        flags.set(Flag::LimitLinks);
    }
    links
}

fn heading_of<'e>(heading: &CollectedHeading<'e>, texts: CollectedTexts<'e>) -> Heading<'e> {
    let (text, alt) = (texts.text(heading.text), texts.alt(heading.text));
    let text = truncate(if text.is_empty() { alt } else { text }, TEXT_BYTES);
    Heading { level: heading.level, text, id: heading.id, offset: heading.offset }
}
