// Reads pages with a JavaScript tokenizer and counts its tokens. The protocol is in ../README.md.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

// From the lock file, because not all packages export their package.json.
const LOCK = JSON.parse(readFileSync(new URL("package-lock.json", import.meta.url), "utf8"));

const READERS = {
    // The streaming parser. Implied end tags are not counted.
    async htmlparser2(counts) {
        const { Parser } = await import("htmlparser2");
        let inLink = false;
        const handler = {
            onopentagname(name) {
                counts.start_tags++;
                counts.name_characters += name.length;
                inLink = name === "a";
            },
            onattribute(name, value) {
                counts.attributes++;
                counts.name_characters += name.length;
                counts.value_characters += value.length;
                if (inLink && name === "href") counts.links++;
            },
            onclosetag(name, isImplied) {
                if (isImplied) return;
                counts.end_tags++;
                counts.name_characters += name.length;
            },
            ontext(text) {
                counts.text_characters += text.length;
            },
            oncomment(data) {
                counts.comments++;
                counts.comment_characters += data.length;
            },
        };
        return (page) => new Parser(handler).end(page);
    },

    // The tokenizer without its tree builder, with the text states of a tree builder without scripting.
    async parse5(counts) {
        const { Tokenizer, TokenizerMode } = await import("parse5");
        const modes = new Map([
            ["title", TokenizerMode.RCDATA],
            ["textarea", TokenizerMode.RCDATA],
            ["style", TokenizerMode.RAWTEXT],
            ["xmp", TokenizerMode.RAWTEXT],
            ["iframe", TokenizerMode.RAWTEXT],
            ["noembed", TokenizerMode.RAWTEXT],
            ["noframes", TokenizerMode.RAWTEXT],
            ["script", TokenizerMode.SCRIPT_DATA],
            ["plaintext", TokenizerMode.PLAINTEXT],
        ]);
        const seeText = ({ chars }) => {
            counts.text_characters += chars.length;
        };
        const handler = (tokenizer) => ({
            onDoctype({ name }) {
                counts.doctypes++;
                counts.name_characters += name?.length ?? 0;
            },
            onStartTag({ tagName, attrs }) {
                counts.start_tags++;
                counts.name_characters += tagName.length;
                for (const { name, value } of attrs) {
                    counts.attributes++;
                    counts.name_characters += name.length;
                    counts.value_characters += value.length;
                    if (tagName === "a" && name === "href") counts.links++;
                }
                const mode = modes.get(tagName);
                if (mode !== undefined) tokenizer().state = mode;
            },
            onEndTag({ tagName }) {
                counts.end_tags++;
                counts.name_characters += tagName.length;
            },
            onCharacter: seeText,
            onWhitespaceCharacter: seeText,
            onNullCharacter: seeText,
            onComment({ data }) {
                counts.comments++;
                counts.comment_characters += data.length;
            },
            onEof() {},
            onParseError: null,
        });
        return (page) => {
            const tokenizer = new Tokenizer({ sourceCodeLocationInfo: false }, handler(() => tokenizer));
            tokenizer.write(page, true);
        };
    },
};

/** Returns the pages as strings, which these tokenizers read. Decoding is not measured. */
function load(path) {
    const data = readFileSync(path);
    const pages = [];
    for (let at = 0; at < data.length; ) {
        const bytes = data.readUInt32LE(at);
        at += 4;
        if (data.length - at < bytes) throw new Error("the corpus ends within a document");
        pages.push({ html: data.toString("utf8", at, at + bytes), bytes });
        at += bytes;
    }
    return pages;
}

const sizeOf = (pages) => pages.reduce((size, page) => size + page.bytes, 0);

/** Returns the first pages, up to `limit` bytes in total. */
function firstPages(pages, limit) {
    let size = 0;
    const end = pages.findIndex((page) => (size += page.bytes) > limit);
    return end < 0 ? pages : pages.slice(0, end);
}

function pass(readPage, counts, pages) {
    for (const name of Object.keys(counts)) counts[name] = 0;
    const start = process.hrtime.bigint();
    for (const page of pages) readPage(page.html);
    const seconds = Number(process.hrtime.bigint() - start) / 1e9;
    return { seconds, documents: pages.length, bytes: sizeOf(pages), counts };
}

const print = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);

const [name, path, inputs] = process.argv.slice(2);
const { version } = LOCK.packages[`node_modules/${name}`];
if (path === "--tokens") {
    (await import("./tokens.mjs")).writeTokens(name, version, inputs);
    process.exit();
}
const counts = {
    doctypes: 0,
    start_tags: 0,
    end_tags: 0,
    comments: 0,
    attributes: 0,
    links: 0,
    name_characters: 0,
    value_characters: 0,
    text_characters: 0,
    comment_characters: 0,
};
if (name === "htmlparser2") delete counts.doctypes;
const readPage = await READERS[name](counts);
const pages = load(path);
print({ ready: true, name, version, documents: pages.length, bytes: sizeOf(pages) });
for await (const line of createInterface({ input: process.stdin })) {
    const [command, limit] = line.trim().split(/\s+/);
    if (command === "quit") break;
    if (command !== "pass") throw new Error(`neither \`pass\` nor \`quit\` was asked: ${line}`);
    print(pass(readPage, counts, limit === undefined ? pages : firstPages(pages, Number(limit))));
}
process.stdin.destroy();
