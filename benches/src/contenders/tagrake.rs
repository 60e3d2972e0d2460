//! tagrake, with several sinks and APIs, both engines and all SIMD levels.

use super::contender::{Agreement, Contender, each};
use super::names::{DECODED, ERRORS, EXTRACT, FOLLOWED, LINKS, MAIN, SPANS, TEXT, VISITED};
use crate::pass_counts::PassCounts;
use std::borrow::Cow;
use std::hint::black_box;
use tagrake::{
    Arena, Comment, Doctype, Dropped, EndTag, Engine, Options, ParseError, Simd, Sink, StartTag, Stream, Text, Token,
    Tokenizer, tokenize,
};
use tagrake_extract::{Context, ExtractOptions, Extractor, MarkdownOptions, Page, View};

pub(super) fn contenders() -> Vec<Contender> {
    let options = Options::default;
    let mut contenders = vec![
        visited::<false>(VISITED, options()),
        visited::<true>(DECODED, options()),
        spans(SPANS, options()),
        links(LINKS, options()),
        extract(EXTRACT, ExtractOptions::default()),
        extract(TEXT, ExtractOptions::default().with_links(false).with_metadata(false).with_text(true)),
        pulled("tagrake pull", options()),
        visited::<false>(ERRORS, options().with_errors(true)),
        visited::<false>("tagrake machine", options().with_engine(Engine::StateMachine)).slow(),
    ];
    // `VISITED` measures the fastest level.
    let slower = Simd::ALL.split_last().map_or(&[][..], |(_, slower)| slower).iter().rev();
    contenders
        .extend(slower.map(|&level| visited::<false>(format!("tagrake {}", level.name()), options().with_simd(level))));
    contenders
}

pub(super) fn for_adversarial_inputs() -> Vec<Contender> {
    vec![
        extract("tagrake extract, all", ExtractOptions::default().with_text(true)),
        main_content(MAIN),
        streamed("tagrake in chunks of 64 KiB", 64 << 10, Options::default()),
        streamed("tagrake in chunks of 100 B", 100, Options::default()),
        streamed("tagrake in chunks of 1 B", 1, Options::default()),
        streamed(FOLLOWED, 64 << 10, Options::default().with_history_bytes(0)),
    ]
}

/// Reads every token, name and value. Only if `IS_DECODED`, values, text and comments are decoded.
fn visited<const IS_DECODED: bool>(name: impl Into<Cow<'static, str>>, options: Options) -> Contender {
    let mut arena = Arena::new();
    let pass = each(move |html, visit| {
        let mut sink = VisitSink::<IS_DECODED>(*visit);
        let summary = tokenize(html.as_bytes(), &options, &mut arena, &mut sink);
        *visit = sink.0;
        visit.see_machine(summary);
    });
    Contender::new(name, if IS_DECODED { Agreement::Decoded } else { Agreement::Raw }, pass)
}

/// Reads the same from chunked input.
fn streamed(name: &'static str, chunk: usize, options: Options) -> Contender {
    let mut stream = Stream::new(&options);
    let pass = each(move |html, visit| {
        let mut sink = VisitSink::<false>(*visit);
        html.as_bytes().chunks(chunk).for_each(|chunk| stream.feed(chunk, &mut sink));
        let summary = stream.finish(&mut sink);
        *visit = sink.0;
        visit.see_machine(summary);
    });
    Contender::new(name, Agreement::Raw, pass)
}

/// Reads the same, decoded, with the iterator API.
fn pulled(name: &'static str, options: Options) -> Contender {
    let mut arena = Arena::new();
    let pass = each(move |html, visit| {
        arena.reset();
        let mut sink = VisitSink::<true>(*visit);
        let mut tokenizer = Tokenizer::with_options(html.as_bytes(), &options, &arena);
        for token in tokenizer.by_ref() {
            match token {
                Token::Doctype(doctype) => sink.doctype(doctype),
                Token::StartTag(tag) => sink.start_tag(tag),
                Token::EndTag(tag) => sink.end_tag(tag),
                Token::Text(text) => sink.text(text),
                Token::Comment(comment) => sink.comment(comment),
                Token::Dropped(dropped) => sink.dropped(dropped),
                _ => {}
            }
        }
        *visit = sink.0;
        visit.see_machine(tokenizer.summary());
    });
    Contender::new(name, Agreement::Decoded, pass)
}

/// Stores the span and kind of each token.
fn spans(name: &'static str, options: Options) -> Contender {
    let (mut arena, mut spans) = (Arena::new(), SpanSink::default());
    let (counting_options, mut counting_arena, mut counting_spans) =
        (options.clone(), Arena::new(), SpanSink::default());
    let pass = each(move |html, visit| {
        spans.0.clear();
        visit.see_machine(tokenize(html.as_bytes(), &options, &mut arena, &mut spans));
        black_box(&spans.0);
    });
    let counting_pass = each(move |html, visit| {
        counting_spans.0.clear();
        tokenize(html.as_bytes(), &counting_options, &mut counting_arena, &mut counting_spans);
        counting_spans.count(visit);
    });
    Contender::new(name, Agreement::Numbers, pass).counted_by(counting_pass)
}

/// Reads decoded links, titles and metadata.
fn links(name: &'static str, options: Options) -> Contender {
    let mut arena = Arena::new();
    let pass = each(move |html, visit| {
        let mut sink = LinkSink { visit: *visit, in_title: false };
        let summary = tokenize(html.as_bytes(), &options, &mut arena, &mut sink);
        *visit = sink.visit;
        visit.see_machine(summary);
    });
    Contender::new(name, Agreement::Links, pass)
}

/// Extracts a full record with resolved URLs. The pass reads every link; the counting pass counts those that
/// html5ever's sink counts.
fn extract(name: &'static str, options: ExtractOptions) -> Contender {
    let (mut extractor, mut counting_extractor) = (Extractor::new(options.clone()), Extractor::new(options));
    let pass = each(move |html, visit| {
        let page = record(&mut extractor, html, visit);
        for link in page.links {
            visit.see_link(link.url.unwrap_or(link.raw).as_bytes());
        }
    });
    let counting_pass = each(move |html, visit| {
        let page = record(&mut counting_extractor, html, visit);
        for link in page.links.iter().filter(|link| (link.element, link.attr) == ("a", "href")) {
            visit.see_link(link.raw.as_bytes());
        }
    });
    Contender::new(name, Agreement::FreeLinks, pass).counted_by(counting_pass)
}

/// Scores the blocks, and writes all of them and the main content, as text and as Markdown.
fn main_content(name: &'static str) -> Contender {
    let options = ExtractOptions::default().with_main(true).with_inlines(true);
    let (mut extractor, mut written) = (Extractor::new(options), String::new());
    let markdown = MarkdownOptions::default().with_links(true).with_images(true).with_emphasis(true);
    let pass = each(move |html, visit| {
        let page = record(&mut extractor, html, visit);
        let Some(blocks) = page.blocks else { return };
        written.clear();
        blocks.write_text(&mut written);
        blocks.write_markdown(&markdown, &mut written);
        if let Some(main) = blocks.view(View::Main) {
            main.write_text(&mut written);
            main.write_markdown(&markdown, &mut written);
        }
        visit.see_title(written.as_bytes());
    });
    Contender::new(name, Agreement::FreeLinks, pass)
}

fn record<'e>(extractor: &'e mut Extractor, html: &'e str, visit: &mut PassCounts) -> Page<'e> {
    let context = Context::default().with_url(Some("https://www.example.com/dir/page.html?x=1"));
    let page = extractor.extract(html.as_bytes(), &context.with_content_type(Some("text/html; charset=utf-8")));
    visit.see_title(page.text.or(page.title).unwrap_or_default().as_bytes());
    visit.see_machine(page.summary);
    page
}

/// Counts what it receives: decoded if `IS_DECODED`, otherwise as in the input.
struct VisitSink<const IS_DECODED: bool>(PassCounts);

impl<'a, const IS_DECODED: bool> Sink<'a> for VisitSink<IS_DECODED> {
    #[inline(always)]
    fn doctype(&mut self, doctype: Doctype<'a>) {
        self.0.see_doctype(doctype.name().unwrap_or_default());
    }

    #[inline(always)]
    fn start_tag(&mut self, tag: StartTag<'a>) {
        self.0.see_start_tag(tag.name());
        for attribute in tag.attributes() {
            let value = if IS_DECODED { attribute.value() } else { attribute.raw_value() };
            self.0.see_attribute(attribute.name(), value);
        }
    }

    #[inline(always)]
    fn end_tag(&mut self, tag: EndTag<'a>) {
        self.0.see_end_tag(tag.name());
    }

    #[inline(always)]
    fn text(&mut self, text: Text<'a>) {
        self.0.see_text(if IS_DECODED { text.decoded() } else { text.raw_text() });
    }

    #[inline(always)]
    fn comment(&mut self, comment: Comment<'a>) {
        self.0.see_comment(if IS_DECODED { comment.data() } else { comment.raw_data() });
    }

    #[inline(always)]
    fn dropped(&mut self, _: Dropped) {
        self.0.dropped += 1;
    }

    #[inline(always)]
    fn error(&mut self, _: ParseError) {
        self.0.errors += 1;
    }
}

/// Collects a span for each token. Attributes stay in the arena.
#[derive(Default)]
struct SpanSink(Vec<TokenSpan>);

/// The span and kind of a token, in 16 bytes.
struct TokenSpan {
    start: u32,
    end: u32,
    attributes: u32,
    kind: TokenKind,
}

#[derive(Clone, Copy)]
enum TokenKind {
    Doctype,
    StartTag,
    EndTag,
    Text,
    Comment,
}

const _: () = assert!(size_of::<TokenSpan>() == 16);

impl SpanSink {
    #[inline(always)]
    fn push(&mut self, kind: TokenKind, span: std::ops::Range<usize>, attributes: usize) {
        // All pages of the corpora are smaller than 4 GiB.
        self.0.push(TokenSpan { start: span.start as u32, end: span.end as u32, attributes: attributes as u32, kind });
    }

    /// Counts the tokens. Input between two spans was dropped.
    fn count(&self, visit: &mut PassCounts) {
        let mut end = 0;
        for record in &self.0 {
            visit.dropped += u64::from(record.start != end);
            end = record.end;
            match record.kind {
                TokenKind::Doctype => visit.counts.doctypes += 1,
                TokenKind::StartTag => visit.counts.start_tags += 1,
                TokenKind::EndTag => visit.counts.end_tags += 1,
                TokenKind::Text => visit.text_runs += 1,
                TokenKind::Comment => visit.counts.comments += 1,
            }
            visit.counts.attributes += u64::from(record.attributes);
        }
    }
}

impl<'a> Sink<'a> for SpanSink {
    #[inline(always)]
    fn doctype(&mut self, doctype: Doctype<'a>) {
        self.push(TokenKind::Doctype, doctype.span(), 0);
    }

    #[inline(always)]
    fn start_tag(&mut self, tag: StartTag<'a>) {
        self.push(TokenKind::StartTag, tag.span(), tag.attributes().len());
    }

    #[inline(always)]
    fn end_tag(&mut self, tag: EndTag<'a>) {
        self.push(TokenKind::EndTag, tag.span(), 0);
    }

    #[inline(always)]
    fn text(&mut self, text: Text<'a>) {
        self.push(TokenKind::Text, text.span(), 0);
    }

    #[inline(always)]
    fn comment(&mut self, comment: Comment<'a>) {
        self.push(TokenKind::Comment, comment.span(), 0);
    }
}

struct LinkSink {
    visit: PassCounts,
    in_title: bool,
}

impl<'a> Sink<'a> for LinkSink {
    #[inline(always)]
    fn start_tag(&mut self, tag: StartTag<'a>) {
        self.in_title = false;
        match tag.name() {
            b"a" => {
                if let Some(href) = tag.attribute(b"href") {
                    self.visit.see_link(href.value());
                }
            }
            b"meta" => {
                for attribute in tag.attributes() {
                    self.visit.see_meta(attribute.name(), attribute.value());
                }
            }
            b"title" => self.in_title = true,
            _ => {}
        }
    }

    #[inline(always)]
    fn end_tag(&mut self, _: EndTag<'a>) {
        self.in_title = false;
    }

    #[inline(always)]
    fn text(&mut self, text: Text<'a>) {
        if self.in_title {
            self.visit.see_title(text.decoded());
        }
    }
}
