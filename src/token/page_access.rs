//! Access to tokens for sinks that look at every tag: names of up to 8 bytes as integers, the attributes that the sink wants,
//! and runs of words.

use super::{Attribute, EndTag, StartTag, TagParts, Text, WordRun};
use crate::names::ShortName;
use core::ops::Range;

impl TagParts {
    /// Returns the name as an integer if it is short and plain. It starts `prefix` bytes after the tag does.
    #[inline(always)]
    fn short_name(&self, input: &[u8], prefix: usize) -> Option<ShortName> {
        if !self.name_is_plain {
            return None;
        }
        ShortName::new(input, self.start + prefix, self.name_len)
    }
}

impl<'a> StartTag<'a> {
    /// Returns [`raw_name`](Self::raw_name) as an integer, if it is short.
    #[inline(always)]
    pub fn raw_short_name(&self) -> Option<ShortName> {
        ShortName::new(self.source.input, self.parts.start + 1, self.parts.name_len)
    }

    /// Returns [`name`](Self::name) as an integer, if it is short and known to be as written.
    #[inline(always)]
    pub fn short_name(&self) -> Option<ShortName> {
        self.parts.short_name(self.source.input, 1)
    }

    /// Returns false if [`wanted_attributes`](Self::wanted_attributes) is empty.
    #[inline(always)]
    pub fn has_wanted(&self) -> bool {
        self.parts.wanted != 0
    }

    /// Returns the attributes whose names may be in the filter of [`Options::with_attributes`](crate::Options::with_attributes).
    /// It may return other attributes, too.
    ///
    /// ```
    /// use tagrake::names::NameFilter;
    /// use tagrake::{Arena, Options, Sink, StartTag, tokenize};
    ///
    /// static WANTED: NameFilter = NameFilter::of(&["href", "src"]);
    ///
    /// struct Urls<'a>(Vec<&'a str>);
    ///
    /// impl<'a> Sink<'a> for Urls<'a> {
    ///     fn start_tag(&mut self, tag: StartTag<'a>) {
    ///         for attribute in tag.wanted_attributes() {
    ///             if matches!(attribute.name(), b"href" | b"src") {
    ///                 self.0.push(attribute.value_str());
    ///             }
    ///         }
    ///     }
    /// }
    ///
    /// let page = "<a class=b href=/one><img src=two.png>";
    /// let (mut arena, mut urls) = (Arena::new(), Urls(Vec::new()));
    /// tokenize(page.as_bytes(), &Options::default().with_attributes(&WANTED), &mut arena, &mut urls);
    /// assert_eq!(urls.0, ["/one", "two.png"]);
    /// ```
    #[inline(always)]
    pub fn wanted_attributes(&self) -> WantedAttributes<'_, 'a> {
        WantedAttributes { tag: self, first: self.parts.wanted, rest: u32::BITS as usize }
    }
}

/// Iterator over the attributes of a tag that may be wanted. Returned by [`StartTag::wanted_attributes`].
#[derive(Debug)]
pub struct WantedAttributes<'t, 'a> {
    tag: &'t StartTag<'a>,
    /// The wanted ones among the first 32 attributes that are left, as bits.
    first: u32,
    /// The index of the next attribute after them.
    rest: usize,
}

impl<'a> Iterator for WantedAttributes<'_, 'a> {
    type Item = Attribute<'a>;

    #[inline(always)]
    fn next(&mut self) -> Option<Attribute<'a>> {
        let mut index = self.first.trailing_zeros() as usize;
        if self.first == 0 {
            index = self.rest;
            self.rest += 1;
        }
        self.first &= self.first.wrapping_sub(1);
        let tag = self.tag;
        let record = tag.records.get(index)?;
        let literal = tag.literal.and_then(|literal| literal.attributes.get(index));
        Some(Attribute { source: tag.source, tag_start: tag.parts.start, record, literal })
    }
}

impl EndTag<'_> {
    /// Returns [`raw_name`](Self::raw_name) as an integer, if it is short.
    #[inline(always)]
    pub fn raw_short_name(&self) -> Option<ShortName> {
        ShortName::new(self.source.input, self.parts.start + self.prefix(), self.parts.name_len)
    }

    /// Returns [`name`](Self::name) as an integer, if it is short and known to be as written.
    #[inline(always)]
    pub fn short_name(&self) -> Option<ShortName> {
        self.parts.short_name(self.source.input, self.prefix())
    }
}

impl<'a> Attribute<'a> {
    /// Returns [`name`](Self::name) as an integer, if it is short and known to be as written.
    #[inline(always)]
    pub fn short_name(&self) -> Option<ShortName> {
        if !self.record.name_is_plain {
            return None;
        }
        let name = self.name_range();
        ShortName::new(self.source.input, name.start, name.len())
    }
}

/// A run of words, with one U+0020 between each two of them. Returned by [`Text::words`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Words {
    /// The byte range in the input. Empty if the text is white space.
    pub range: Range<usize>,
    /// True if white space precedes the words.
    pub has_space_before: bool,
    /// True if white space follows the words.
    pub has_space_after: bool,
}

impl<'a> Text<'a> {
    /// Returns the words, if they are known to be one run.
    ///
    /// ```
    /// use tagrake::{Arena, Options, Sink, Text, tokenize};
    ///
    /// struct Runs<'a>(Vec<&'a str>, &'a str);
    ///
    /// impl<'a> Sink<'a> for Runs<'a> {
    ///     fn text(&mut self, text: Text<'a>) {
    ///         self.0.extend(text.words().map(|words| &self.1[words.range]));
    ///     }
    /// }
    ///
    /// let page = "<p> One run\n<p>two  runs<p>A &amp; B";
    /// let (mut arena, mut runs) = (Arena::new(), Runs(Vec::new(), page));
    /// tokenize(page.as_bytes(), &Options::default(), &mut arena, &mut runs);
    /// assert_eq!(runs.0, ["One run"]);
    /// ```
    #[inline(always)]
    pub fn words(&self) -> Option<Words> {
        let WordRun { start, end } = self.run?;
        // White space alone gives an end before the start.
        let is_empty = start >= end;
        let (has_space_before, has_space_after) = (start > self.raw_start || is_empty, end < self.raw_end || is_empty);
        Some(Words { range: self.source.absolute(start.min(end)..end), has_space_before, has_space_after })
    }
}

#[cfg(test)]
mod tests {
    use crate::names::NameFilter;
    use crate::{Arena, Engine, Options, Simd, Sink, StartTag, Stream, Text, tokenize, tokenize_in, tokenize_str_in};
    use alloc::string::String;
    use alloc::vec::Vec;
    use core::ops::Range;

    const NAMES: [&str; 3] = ["href", "data-background-image", "rel"];
    const FILTER: &NameFilter = &NameFilter::of(&NAMES);

    /// Collects the names of the first tag's wanted attributes.
    struct Wanted(Vec<String>);

    impl<'a> Sink<'a> for Wanted {
        fn start_tag(&mut self, tag: StartTag<'a>) {
            assert_eq!(tag.has_wanted(), tag.wanted_attributes().next().is_some());
            self.0.extend(tag.wanted_attributes().map(|attribute| attribute.name_str().into()));
        }
    }

    fn wanted(html: &str, options: &Options) -> Vec<String> {
        let mut options = options.clone();
        options.settings.attributes = Some(FILTER);
        let mut wanted = Wanted(Vec::new());
        tokenize(html.as_bytes(), &options, &mut Arena::new(), &mut wanted);
        wanted.0
    }

    #[test]
    fn wants_attributes_by_name() {
        for count in 0..70_usize {
            let known = |index: usize| index % 5 == 1 && index / 5 < NAMES.len();
            let name = |index| if known(index) { NAMES[index / 5].into() } else { alloc::format!("x{index}") };
            let all: Vec<String> = (0..count).map(name).collect();
            let named: Vec<String> = (0..count).filter(|&index| known(index)).map(name).collect();
            let attributes: String = all.iter().map(|name| alloc::format!(" {name}='1' {name}=2")).collect();
            for html in [alloc::format!("<p{attributes}>"), alloc::format!("<P{}>", attributes.to_ascii_uppercase())] {
                for &level in Simd::ALL {
                    // The fast path declines tags with more attributes.
                    let expected = if count <= 32 { &named } else { &all };
                    assert_eq!(wanted(&html, &Options::default().with_simd(level)), *expected, "{html}");
                }
                assert_eq!(wanted(&html, &Options::default().with_engine(Engine::StateMachine)), all, "{html}");
            }
        }
    }

    /// The attributes and texts of a page.
    #[derive(Default)]
    struct Strings(Vec<String>);

    impl<'a> Sink<'a> for Strings {
        fn start_tag(&mut self, tag: StartTag<'a>) {
            let pairs = tag.attributes().flat_map(|attribute| [attribute.name_str(), attribute.value_str()]);
            self.0.extend(pairs.map(String::from));
        }

        fn text(&mut self, text: Text<'a>) {
            self.0.push(text.decoded_str().into());
        }
    }

    #[test]
    fn text_that_is_known_to_be_valid_gives_the_same_strings() {
        let pieces = [
            "<p AÉ=x>",
            "é",
            "&amp;",
            "&notit;",
            "\r\n",
            "\0",
            "<a b='é&lt;\r' b c=\0 D>",
            "<title>",
            "</title>",
            "<svg>",
            "<![CDATA[é\0]]>",
            "<",
        ];
        for engine in [Engine::Auto, Engine::StateMachine] {
            let options = Options::default().with_engine(engine);
            for number in (0..pieces.len().pow(3)).step_by(if cfg!(miri) { 97 } else { 1 }) {
                let piece = |place| pieces[number / pieces.len().pow(place) % pieces.len()];
                let html: String = (0..3).map(piece).collect();
                let (arena, mut bytes, mut text) = (Arena::new(), Strings::default(), Strings::default());
                tokenize_in(html.as_bytes(), &options, &arena, &mut bytes);
                tokenize_str_in(&html, &options, &arena, &mut text);
                assert_eq!(text.0, bytes.0, "{html:?}");
            }
        }
    }

    /// The ranges of the words, and of the texts that have them.
    #[derive(Default)]
    struct Ranges {
        words: Vec<Range<usize>>,
        texts: Vec<Range<usize>>,
    }

    impl Sink<'_> for Ranges {
        fn text(&mut self, text: Text<'_>) {
            if let Some(words) = text.words() {
                self.words.push(words.range);
                self.texts.push(text.span());
            }
        }
    }

    #[test]
    fn words_of_a_stream_are_in_the_complete_input() {
        let (mut stream, mut found) = (Stream::new(&Options::default()), Ranges::default());
        let page = "<p>one two</p><p>three</p><p>four five</p>".repeat(100);
        for chunk in page.as_bytes().chunks(500) {
            stream.feed(chunk, &mut found);
        }
        stream.finish(&mut found);
        assert!(found.words.len() > 200);
        assert_eq!(found.words, found.texts);
    }
}
