//! Random pages of valid and malformed constructs.

use crate::random::Random;
use tagrake::{Options, TextState};

/// Returns random options that affect which tokens a page has.
pub fn options(random: &mut Random) -> Options {
    Options::default()
        .with_feedback(!random.one_in(3))
        .with_scripting(random.one_in(2))
        .with_cdata(random.one_in(2))
        .with_processing_instructions(random.one_in(2))
        .with_empty_element_tags(random.one_in(3))
        .with_initial_state(if random.one_in(4) { TextState::ALL[random.below(6)] } else { TextState::Data })
        .with_last_start_tag(random.choose(&["", "title", "script", "a", "style"]))
}

/// Appends up to eleven random constructs.
pub fn push(random: &mut Random, html: &mut Vec<u8>) {
    for _ in 0..random.below(12) {
        push_construct(random, html);
    }
}

/// Tags and text that affect the namespace of later elements, or require the tree-builder simulator, separated by `|`.
pub const FOREIGN: &str = concat!(
    "<svg>|<svg/>|</svg>|<math>|</math>|<g>|<g/>|</g>|<title>|</title>|<desc>|<foreignObject>|",
    "</foreignObject>|<mi>|</mi>|<mtext>|<annotation-xml encoding='text/html'>|</annotation-xml>|<p>|</p>|<b>|",
    "</b>|<a>|</a>|<div>|</div>|<table>|</table>|<tr>|<td>|</td>|<template>|</template>|<frameset>|<body>|",
    "<html>|</body>|<pre>|<br>|<!-- -->|<![CDATA[|]]>|<![CDATA[x > y]]>|x| |\n|&amp|\0|<style>|</style>|",
    "<script>|</script>|<select>|<plaintext>",
);

/// Spans of text, names and values: plain, and with every special case of the standard.
const TEXTS: &[&[u8]] = &[
    b"",
    b"a",
    b"text",
    b"Some words, and more of them to fill a vector of thirty-two or sixty-four bytes. ",
    b"  ",
    b"\n",
    b"\t",
    b"\x0C",
    b"\r",
    b"\r\n",
    b"\r\r\n",
    b"\0",
    b"\x01",
    b"\x7F",
    b"\xC2\x80",
    b"\xC3\xA9",
    b"\xE2\x82\xAC",
    b"\xEF\xB7\x90",
    b"\xEF\xBF\xBE",
    b"\xF0\x9F\x98\x80",
    b"\xF4\x8F\xBF\xBF",
    b"\xED\xA0\x80",
    b"\x80",
    b"\xFF",
    b"\xC3",
    b"\xF0\x9F\x98",
    b"&",
    b"&amp;",
    b"&amp",
    b"&ampx",
    b"&notit;",
    b"&notin;",
    b"&nosuch;",
    b"&acE;",
    b"&CounterClockwiseContourIntegral;",
    b"&#65;",
    b"&#x41",
    b"&#0;",
    b"&#x80;",
    b"&#xD800;",
    b"&#x110000;",
    b"&#13;",
    b"&#99999999999;",
    b"&#",
    b"&#x",
    b"&#;",
    b"=",
    b";",
    b"-",
    b"--",
    b"!",
    b">",
    b"<",
    b"/",
    b"\"",
    b"'",
    b"`",
    b"?",
    b"]",
    b"]]",
];

const NAMES: &[&str] = &[
    "a",
    "",
    "p",
    "DIV",
    "Img",
    "br",
    "title",
    "TITLE",
    "textarea",
    "script",
    "Script",
    "style",
    "xmp",
    "noscript",
    "iframe",
    "noembed",
    "noframes",
    "plaintext",
    "svg",
    "math",
    "a\0b",
    "é",
    "a:",
    "h1",
    "x-very-long-name-of-a-custom-element-that-fills-a-vector",
];

const SPACES: &[&str] = &[" ", " ", " ", "  ", "\n", "\r\n", "\t", "/", " / ", "\x0C", "", "\r"];

/// Appends a random construct, valid or malformed.
fn push_construct(random: &mut Random, html: &mut Vec<u8>) {
    match random.below(16) {
        0..4 => push_texts(random, html),
        4..8 => push_start_tag(random, html),
        8..10 => {
            html.extend(b"</");
            html.extend(random.choose(NAMES).bytes());
            html.extend(random.choose(&[">", ">", ">", " >", "/>", "", "\n>", " a='>'>"]).bytes());
        }
        10 => {
            html.extend(random.choose(&["<!--", "<!--", "<!-", "<!", "<?", "</ ", "<!-->", "<!--->"]).bytes());
            push_texts(random, html);
            html.extend(random.choose(&["-->", "-->", "--!>", ">", "--", "-", "<!--", ""]).bytes());
        }
        11 => {
            html.extend(random.choose(&["<!DOCTYPE html", "<!doctype", "<!DOCTYPE ", "<!DOCTYPE\r"]).bytes());
            for _ in 0..random.below(4) {
                html.extend(random.choose(&[" PUBLIC ", " system", "\"", "\"-//W3C//DTD\"", "'x'", "a", "\0"]).bytes());
            }
            html.extend(random.choose(&[">", ">", ""]).bytes());
        }
        12 => {
            html.extend(random.choose(&["<![CDATA[", "<![CDATA[", "<![cdata["]).bytes());
            push_texts(random, html);
            html.extend(random.choose(&["]]>", "]]>", "]]", "]>", ""]).bytes());
        }
        13 => {
            html.extend(b"<script>");
            for _ in 0..random.below(6) {
                html.extend(
                    random
                        .choose(&["<!--", "<script>", "</script>", "<script ", "-->", "--", "-", "x<y", "</", "\0"])
                        .bytes(),
                );
            }
            html.extend(random.choose(&["</script>", "</SCRIPT >", "</script", ""]).bytes());
        }
        14 => {
            // A long run of one text.
            let text = random.choose(TEXTS);
            for _ in 0..random.below(100) {
                html.extend(text);
            }
        }
        _ => {
            // Random bytes.
            for _ in 0..random.below(8) {
                html.push(random.next_u64() as u8);
            }
        }
    }
}

fn push_texts(random: &mut Random, html: &mut Vec<u8>) {
    for _ in 0..random.below(5) {
        html.extend(random.choose(TEXTS));
    }
}

/// Appends a start tag, usually complete, with attributes of every form. One in 40 has many attributes and duplicates.
fn push_start_tag(random: &mut Random, html: &mut Vec<u8>) {
    html.push(b'<');
    html.extend(random.choose(NAMES).bytes());
    let attributes = if random.one_in(40) { 30 + random.below(60) } else { random.below(5) };
    for _ in 0..attributes {
        html.extend(random.choose(SPACES).bytes());
        match random.below(6) {
            0 => html.extend(random.choose(NAMES).bytes()),
            1 => html.extend(random.choose(TEXTS)),
            _ => html.extend(format!("a{}", random.below(attributes * 3)).bytes()),
        }
        if random.one_in(6) {
            html.extend(random.choose(SPACES).bytes());
        }
        if random.one_in(5) {
            continue;
        }
        html.push(b'=');
        if random.one_in(6) {
            html.extend(random.choose(SPACES).bytes());
        }
        let quote = random.choose(&["\"", "\"", "'", ""]);
        html.extend(quote.bytes());
        push_texts(random, html);
        html.extend(quote.bytes());
    }
    html.extend(random.choose(&[">", ">", ">", ">", "/>", " />", " >", "", "<", "/"]).bytes());
}
