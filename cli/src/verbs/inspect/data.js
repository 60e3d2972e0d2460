// The data of the report: decodes the source, tokens, errors and changes, and derives names and values from them.

const bytesOf = (base64) => {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
};

/** Decodes numbers and strings that `bytes.rs` encoded. */
class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }
  get isAtEnd() {
    return this.at >= this.bytes.length;
  }
  byte() {
    return this.bytes[this.at++];
  }
  number() {
    let number = 0;
    let scale = 1;
    for (;;) {
      const byte = this.bytes[this.at++];
      number += (byte & 0x7f) * scale;
      if (byte < 0x80) return number;
      scale *= 128;
    }
  }
  string(length = this.number()) {
    this.at += length;
    return textOf(this.bytes.subarray(this.at - length, this.at));
  }
  optional() {
    const length = this.number();
    return length === 0 ? null : this.string(length - 1);
  }
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const textOf = (bytes) => decoder.decode(bytes);
const source = bytesOf(data.source);

/** Returns the number of elements in the sorted `numbers` that are at most `value`. */
const countUpTo = (numbers, value, length = numbers.length) => {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
};

const KINDS = data.kinds.map(([name]) => name);
const [DOCTYPE, START_TAG, END_TAG, TEXT, COMMENT, INSTRUCTION, DROPPED] = KINDS.keys();
const STATES = ["Data", "RCDATA", "RAWTEXT", "Script data", "PLAINTEXT", "CDATA section"];
const NAMESPACES = ["HTML", "SVG", "MathML"];
const QUOTES = ["no value", "unquoted", "single quotes", "double quotes"];
const DROPPED_KINDS = [
  "an end tag without a name",
  "an empty CDATA section",
  "a tag that is truncated by the end of the input",
  "a processing instruction that is truncated by the end of the input",
  "bytes without a token",
];

/** The tokens: `starts[i]` is the offset of token i, `parts[i]` the index of its parts in `bytes`; `starts[count]` is the end. */
const tokens = (() => {
  const bytes = bytesOf(data.tokens);
  const most = data.kinds.reduce((sum, [, count]) => sum + count, 0);
  const starts = new Uint32Array(most + 1);
  const parts = new Uint32Array(most);
  const kinds = new Uint8Array(most);
  const reader = new Reader(bytes);
  let count = 0;
  let start = 0;
  while (!reader.isAtEnd) {
    kinds[count] = reader.byte();
    starts[count] = start;
    start += reader.number();
    const length = reader.number();
    parts[count] = reader.at;
    reader.at += length;
    count++;
  }
  starts[count] = start;
  return { bytes, starts, parts, kinds, count };
})();

/** Returns the number of the token at an offset, or 0 if there is none. */
const tokenAt = (offset) => Math.max(countUpTo(tokens.starts, offset, tokens.count) - 1, 0);

/** The spans of the source that text and values replace, and the replacements. */
const changes = (() => {
  const reader = new Reader(bytesOf(data.changes));
  const [starts, ends, texts] = [[], [], []];
  let at = 0;
  while (!reader.isAtEnd) {
    at += reader.number();
    starts.push(at);
    at += reader.number();
    ends.push(at);
    const number = reader.number();
    texts.push(number === 0 ? reader.string() : data.texts[number - 1]);
  }
  return { starts: Uint32Array.from(starts), ends: Uint32Array.from(ends), texts };
})();

/** The errors: offsets, and indices into `data.error_codes`. */
const errors = (() => {
  const reader = new Reader(bytesOf(data.errors));
  const [offsets, codes] = [[], []];
  let at = 0;
  while (!reader.isAtEnd) {
    at += reader.number();
    offsets.push(at);
    codes.push(reader.number());
  }
  return { offsets: Uint32Array.from(offsets), codes: Uint8Array.from(codes), count: offsets.length };
})();
const errorCode = (number) => data.error_codes[errors.codes[number]][0];
const errorLink = (code) => "https://html.spec.whatwg.org/multipage/parsing.html#parse-error-" + code;

/** The spans that the fast path declined; null without --declined. */
const declined = (() => {
  if (!data.declined) return null;
  const reader = new Reader(bytesOf(data.declined.parts));
  const parts = { starts: [], ends: [], reasons: [], positions: [] };
  let at = 0;
  while (!reader.isAtEnd) {
    at += reader.number();
    parts.starts.push(at);
    const length = reader.number();
    parts.reasons.push(reader.number());
    parts.positions.push(at + reader.number());
    at += length;
    parts.ends.push(at);
  }
  return parts;
})();

/** Returns the source from `start` to `end` with normalized newlines and all changes, and with NUL replaced if `replacesNul`. */
const decoded = (start, end, replacesNul) => {
  let text = "";
  let passed = start;
  const add = (to) => {
    const part = textOf(source.subarray(passed, to)).replace(/\r\n?/g, "\n");
    text += replacesNul ? part.replaceAll("\0", "\uFFFD") : part;
  };
  for (let i = countUpTo(changes.starts, start - 1); changes.starts[i] < end; i++) {
    add(changes.starts[i]);
    text += changes.texts[i];
    passed = changes.ends[i];
  }
  add(end);
  return text;
};

const FULL_NAME = 4;
const FULL_VALUE = 8;

/** Decodes a token: see `token_bytes.rs` for the format. */
const readToken = (number) => {
  const reader = new Reader(tokens.bytes, tokens.parts[number]);
  const kind = tokens.kinds[number];
  const start = tokens.starts[number];
  const token = { number, kind, start, end: tokens.starts[number + 1], attributes: [] };
  const readName = (flags, at) => {
    const length = reader.number();
    const end = at + length;
    const full = flags & FULL_NAME ? reader.string() : null;
    const fold = () => textOf(source.subarray(at, end)).replace(/[A-Z]+/g, (part) => part.toLowerCase());
    return { start: at, end, text: full ?? fold().replaceAll("\0", "\uFFFD") };
  };
  if (kind === DOCTYPE) {
    token.forceQuirks = reader.byte() === 1;
    [token.name, token.publicId, token.systemId] = [reader.optional(), reader.optional(), reader.optional()];
  } else if (kind === START_TAG || kind === END_TAG) {
    const flags = reader.byte();
    token.name = readName(flags, start + (kind === START_TAG ? 1 : 2));
    if (kind === END_TAG) return token;
    token.selfClosing = (flags & 1) === 1;
    token.namespace = NAMESPACES[reader.byte()];
    [token.duplicates, token.surplus] = [reader.number(), reader.number()];
    let at = token.name.end;
    for (let left = reader.number(); left > 0; left--) {
      const nameStart = at + reader.number();
      const flags = reader.byte();
      const name = readName(flags, nameStart);
      const valueStart = name.end + reader.number();
      at = valueStart + reader.number();
      const full = flags & FULL_VALUE ? reader.string() : null;
      token.attributes.push({ name, quote: flags & 3, start: valueStart, end: at, full });
    }
  } else if (kind === TEXT || kind === COMMENT || kind === INSTRUCTION) {
    const flags = reader.byte();
    if (kind === TEXT) token.state = flags & 7;
    if (kind === INSTRUCTION) token.target = reader.string();
    token.valueStart = start + reader.number();
    token.valueEnd = token.valueStart + reader.number();
    token.full = flags & FULL_VALUE ? reader.string() : null;
  } else if (kind === DROPPED) {
    token.why = DROPPED_KINDS[reader.byte()];
  }
  return token;
};

/** Returns a token. Caches decoded tokens, because the rows in view need the same ones repeatedly. */
const known = new Map();
const tokenOf = (number) => {
  let token = known.get(number);
  if (!token) {
    if (known.size > 4000) known.clear();
    token = readToken(number);
    known.set(number, token);
  }
  return token;
};

/** Returns `end`, or an earlier end between two characters if the span is longer than `most` bytes. */
const truncatedEnd = (start, end, most) => {
  if (end - start <= most) return end;
  let cut = start + most;
  while ((source[cut] & 0xc0) === 0x80) cut--;
  return cut;
};

/** Returns the value of a text, a comment or an instruction, and true if it is truncated. */
const valueOf = (token, most = 4000) => {
  if (token.full !== null) return [token.full.slice(0, most), token.full.length > most];
  const end = truncatedEnd(token.valueStart, Math.min(token.valueEnd, source.length), most);
  const keepsNul = token.kind === INSTRUCTION || (token.kind === TEXT && (token.state === 0 || token.state === 5));
  return [decoded(token.valueStart, end, !keepsNul), end < token.valueEnd];
};

/** Returns the value of an attribute, and true if it is truncated. */
const attributeValue = (attribute, most = 4000) => {
  if (attribute.full !== null) return [attribute.full.slice(0, most), attribute.full.length > most];
  const end = truncatedEnd(attribute.start, Math.min(attribute.end, source.length), most);
  return [decoded(attribute.start, end, true), end < attribute.end];
};
