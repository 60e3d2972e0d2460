// Writes the tokens, spans and errors of a JavaScript tokenizer. The form is in ../README.md.

import { readFileSync, writeFileSync } from "node:fs";
import { Parser as Htmlparser2 } from "htmlparser2";
import { Parser, Tokenizer, TokenizerMode } from "parse5";

const STATES = {
    "Data state": TokenizerMode.DATA,
    "RCDATA state": TokenizerMode.RCDATA,
    "RAWTEXT state": TokenizerMode.RAWTEXT,
    "Script data state": TokenizerMode.SCRIPT_DATA,
    "PLAINTEXT state": TokenizerMode.PLAINTEXT,
    "CDATA section state": TokenizerMode.CDATA_SECTION,
};

/** Appends a token. Text is joined, because a surrogate pair may be divided. */
function push(answer, span, fields) {
    const last = answer.tokens.at(-1);
    if (fields[0] === "Character" && last?.[0] === "Character") {
        last[1] += fields[1];
        answer.spans.at(-1)[1] = span[1];
    } else {
        answer.tokens.push(fields);
        answer.spans.push(span);
    }
}

/** Returns the methods of a parse5 handler that record tokens. */
function recorder(answer) {
    const record = ({ location }, ...fields) => push(answer, [location.startOffset, location.endOffset], fields);
    const text = (token) => record(token, "Character", token.chars);
    return {
        onDoctype: (token) =>
            record(token, "DOCTYPE", token.name, token.publicId, token.systemId, !token.forceQuirks),
        onStartTag: (token) => {
            const attributes = token.attrs.map(({ name, value }) => [name, value]);
            record(token, "StartTag", token.tagName, attributes, token.selfClosing);
        },
        onEndTag: (token) => record(token, "EndTag", token.tagName),
        onComment: (token) => record(token, "Comment", token.data),
        onCharacter: text,
        onWhitespaceCharacter: text,
        onNullCharacter: text,
    };
}

/** Records the tokens between the tokenizer and the tree builder of a parser. */
function recordTokens(parser, answer) {
    const handler = { onEof: (token) => parser.onEof(token), onParseError: null };
    for (const [name, record] of Object.entries(recorder(answer))) {
        handler[name] = (token) => {
            record(token);
            parser[name](token);
        };
    }
    parser.tokenizer.handler = handler;
}

const READERS = {
    parse5(state, lastStartTag, html) {
        const answer = { tokens: [], spans: [], errors: [] };
        if (state === "") {
            const parser = new Parser({ scriptingEnabled: false, sourceCodeLocationInfo: true });
            recordTokens(parser, answer);
            parser.tokenizer.write(html, true);
            return answer;
        }
        const onParseError = (error) => answer.errors.push([error.code, error.startLine, error.startCol]);
        const handler = { ...recorder(answer), onEof() {}, onParseError };
        const tokenizer = new Tokenizer({ sourceCodeLocationInfo: true }, handler);
        tokenizer.state = STATES[state];
        tokenizer.lastStartTagName = lastStartTag;
        tokenizer.write(html, true);
        return answer;
    },

    htmlparser2(state, _lastStartTag, html) {
        if (state !== "") return null;
        const answer = { tokens: [], spans: [] };
        const record = (...fields) => push(answer, [parser.startIndex, parser.endIndex + 1], fields);
        const parser = new Htmlparser2({
            onopentag(name, attributes, isImplied) {
                if (!isImplied) record("StartTag", name, Object.entries(attributes), false);
            },
            onclosetag(name, isImplied) {
                if (!isImplied) record("EndTag", name);
            },
            ontext: (text) => record("Character", text),
            oncomment: (data) => record("Comment", data),
            onprocessinginstruction(name, data) {
                if (name.toLowerCase() === "!doctype") record("DOCTYPE", null, null, null, true);
                else record("Comment", data);
            },
        });
        parser.end(html);
        return answer;
    },
};

/** Decodes UTF-8 in which three bytes may be a lone surrogate. */
function decode(bytes) {
    const parts = bytes.toString("latin1").split(/(\xED[\xA0-\xBF][\x80-\xBF])/);
    const units = parts.map((part, index) => {
        const bytes = Buffer.from(part, "latin1");
        if (index % 2 === 0) return bytes.toString("utf8");
        return String.fromCharCode(0xd000 | ((bytes[1] & 0x3f) << 6) | (bytes[2] & 0x3f));
    });
    return units.join("");
}

/** Writes the answers of the tokenizer for the inputs in a file. */
export function writeTokens(name, version, path) {
    const data = readFileSync(path);
    let at = 0;
    const next = () => {
        const start = at + 4;
        at = start + data.readUInt32LE(at);
        return decode(data.subarray(start, at));
    };
    const write = (line) => writeFileSync(1, `${JSON.stringify(line)}\n`);
    write({ version });
    while (at < data.length) write(READERS[name](next(), next(), next()));
}
