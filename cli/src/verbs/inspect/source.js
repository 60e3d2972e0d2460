// The source view: wraps the source into rows, draws the rows in view, and selects tokens.

const ROW = 20;
/** Maximum height of all rows in pixels, because browsers have a limit. For longer sources the scroll bar moves faster than the rows. */
const MOST_HEIGHT = 8_000_000;
const OVERSCAN = 4;

const view = document.getElementById("source");
const layer = document.getElementById("rows");

/** The rows: the offset, line and column of each start. */
const rows = { starts: null, lines: null, columns: null, count: 0, width: 0 };

const wrapRows = (width) => {
  rows.width = width;
  let size = 1 << 12;
  let starts = new Uint32Array(size);
  let lines = new Uint32Array(size);
  let columns = new Uint32Array(size);
  const grown = (old) => {
    const numbers = new Uint32Array(size);
    numbers.set(old);
    return numbers;
  };
  let [count, line, column, cells] = [1, 1, 0, 0];
  lines[0] = 1;
  const add = (at) => {
    if (count === size) {
      size *= 2;
      [starts, lines, columns] = [starts, lines, columns].map(grown);
    }
    starts[count] = at;
    lines[count] = line;
    columns[count] = column;
    count++;
    cells = 0;
  };
  for (let at = 0; at < source.length; ) {
    const byte = source[at];
    if (byte === 10 || byte === 13) {
      at += byte === 13 && source[at + 1] === 10 ? 2 : 1;
      line++;
      column = 0;
      add(at);
      continue;
    }
    const length = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    let wide = 1;
    if (byte === 9) wide = 4 - (cells % 4);
    else if (length === 4 || (byte >= 0xe3 && byte <= 0xed)) wide = 2;
    else if (byte < 0x20 || (byte === 0xe2 && source[at + 1] <= 0x81)) wide = 3;
    if (cells + wide > width && cells > 0) add(at);
    cells += wide;
    column += length === 4 ? 2 : 1;
    at += length;
  }
  Object.assign(rows, { starts, lines, columns, count });
};

/** The width of line numbers, in digits. */
const DIGITS = (() => {
  let lines = 1;
  for (let at = 0; at < source.length; at++) lines += source[at] === 10 || (source[at] === 13 && source[at + 1] !== 10);
  return Math.max(String(lines).length, 4);
})();

const rowAt = (offset) => countUpTo(rows.starts, offset, rows.count) - 1;
const rowEnd = (row) => (row + 1 < rows.count ? rows.starts[row + 1] : source.length);

/** Returns line and column of an offset, in UTF-16 code units, from 1. */
const positionOf = (offset) => {
  const row = rowAt(offset);
  let column = rows.columns[row] + 1;
  for (let at = rows.starts[row]; at < offset && at < source.length; at++) {
    column += ((source[at] & 0xc0) !== 0x80) + (source[at] >= 0xf0);
  }
  return [rows.lines[row], column];
};
const positionText = (offset) => (offset > source.length ? "not shown" : positionOf(offset).join(":"));

const RAW_TEXT = "raw";
/** Returns the parts of a token between two offsets: start, end, class, attribute. */
const partsOf = (token, from, to) => {
  const parts = [];
  const add = (start, end, kind, attribute = -1) => {
    if (start < to && end > from && start < end) {
      const last = parts[parts.length - 1];
      if (last?.end === start && last.kind === kind && last.attribute === attribute) {
        last.end = Math.min(end, to);
        return;
      }
      parts.push({ start: Math.max(start, from), end: Math.min(end, to), kind, attribute });
    }
  };
  const { kind, start, end } = token;
  if (kind === START_TAG) {
    let at = start;
    add(at, token.name.end, "tag");
    at = token.name.end;
    token.attributes.forEach((attribute, number) => {
      add(at, attribute.name.start, "mark");
      add(attribute.name.start, attribute.name.end, "attr", number);
      add(attribute.name.end, attribute.start, "mark", number);
      add(attribute.start, attribute.end, "value", number);
      at = attribute.end;
    });
    const close = end - (token.selfClosing ? 2 : 1);
    add(at, Math.max(close, at), "mark");
    add(Math.max(close, at), end, "tag");
  } else if (kind === TEXT) {
    add(start, token.valueStart, "mark");
    add(token.valueStart, token.valueEnd, token.state === 0 || token.state === 5 ? "text" : RAW_TEXT);
    add(token.valueEnd, end, "mark");
  } else {
    add(start, end, ["doctype", "", "end", "", "comment", "pi", "dropped"][kind]);
  }
  return parts;
};

/** Splits parts at `start` and `end`, and adds the class `kind` to those within. */
const overlay = (parts, start, end, kind) => {
  const split = [];
  for (const part of parts) {
    if (part.end <= start || part.start >= end) {
      split.push(part);
      continue;
    }
    if (part.start < start) split.push({ ...part, end: start });
    split.push({
      ...part,
      start: Math.max(part.start, start),
      end: Math.min(part.end, end),
      kind: `${part.kind} ${kind}`,
      reference: kind === "ref" ? start : part.reference,
    });
    if (part.end > end) split.push({ ...part, start: end });
  }
  return split;
};

const characterEnd = (at) => {
  let end = at + 1;
  while ((source[end] & 0xc0) === 0x80) end++;
  return end;
};

const drawText = (span, start, end) => drawString(span, textOf(source.subarray(start, end)));

const drawRow = (row) => {
  const start = rows.starts[row];
  const end = rowEnd(row);
  const isFirst = rows.columns[row] === 0;
  const code = element("code");
  for (let number = tokenAt(start); number < tokens.count && tokens.starts[number] < end; number++) {
    const token = tokenOf(number);
    if (token.end <= start) continue;
    let parts = partsOf(token, start, end);
    for (let i = countUpTo(changes.ends, start); changes.starts[i] < Math.min(end, token.end); i++) {
      if (source[changes.starts[i]] === 38) parts = overlay(parts, changes.starts[i], changes.ends[i], "ref");
    }
    if (declined) {
      for (let i = countUpTo(declined.ends, start); declined.starts[i] < Math.min(end, token.end); i++) {
        parts = overlay(parts, declined.starts[i], declined.ends[i], "declined");
      }
    }
    if (found.end > start && found.start < end) parts = overlay(parts, found.start, found.end, "hit");
    for (let i = countUpTo(errors.offsets, Math.max(start, token.start) - 1); errors.offsets[i] < Math.min(end, token.end); i++) {
      if (i > 0 && errors.offsets[i] === errors.offsets[i - 1]) continue;
      parts = overlay(parts, errors.offsets[i], characterEnd(errors.offsets[i]), "error");
    }
    const wrapper = document.createElement("span");
    wrapper.className = number === chosen ? "token chosen" : "token";
    wrapper.setAttribute("data-token", number);
    wrapper.tabIndex = -1;
    for (const part of parts) {
      const span = document.createElement("span");
      span.className = part.kind;
      if (part.attribute >= 0) span.setAttribute("data-attribute", part.attribute);
      if (part.reference !== undefined) span.setAttribute("data-reference", part.reference);
      drawText(span, part.start, part.end);
      wrapper.append(span);
    }
    code.append(wrapper);
  }
  const shown = tokens.starts[tokens.count];
  if (end > shown) {
    const span = element("span", { class: "unread" });
    drawText(span, Math.max(start, shown), end);
    code.append(span);
  }
  if (row + 1 === rows.count) {
    const atEnd = errors.count > 0 && errors.offsets[errors.count - 1] >= source.length;
    const text = source.length < data.bytes ? "the rest is not shown" : "end of file";
    code.append(element("span", { class: atEnd ? "eof error" : "eof" }, text));
  }
  const line = isFirst ? { class: "line", "data-line": rows.lines[row], title: `Link to line ${rows.lines[row]}` } : { class: "line" };
  return element("div", { class: isFirst ? "row first" : "row" }, element("span", line, isFirst ? String(rows.lines[row]) : "·"), code);
};

/** The height of all rows in pixels, plus two rows in case a horizontal scroll bar covers the last. */
const allHeight = () => (rows.count + 2) * ROW;
const pageHeight = () => Math.min(allHeight(), MOST_HEIGHT);

/** Pixels that the rows move per pixel of the scroll bar. */
const factor = () => {
  const free = pageHeight() - view.clientHeight;
  return free > 0 ? (allHeight() - view.clientHeight) / free : 1;
};

const drawn = { first: -1, last: -1 };
/** Draws the rows in view, unless they are drawn already. */
const draw = (force = false) => {
  const top = view.scrollTop * factor();
  const firstInView = Math.floor(top / ROW);
  const first = Math.max(firstInView - OVERSCAN, 0);
  const last = Math.min(firstInView + Math.ceil(view.clientHeight / ROW) + OVERSCAN, rows.count);
  layer.style.transform = `translateY(${view.scrollTop - top + first * ROW}px)`;
  if (!force && first === drawn.first && last === drawn.last) return;
  const hadFocus = layer.contains(document.activeElement);
  Object.assign(drawn, { first, last });
  const fragment = document.createDocumentFragment();
  for (let row = first; row < last; row++) fragment.append(drawRow(row));
  layer.replaceChildren(fragment);
  if (hadFocus) (drawnToken(chosen) ?? view).focus({ preventScroll: true });
};

/** Wraps the source at the width of its view. */
const layOut = () => {
  const probe = element("span", { class: "probe" }, "0".repeat(100));
  view.append(probe);
  const cell = probe.getBoundingClientRect().width / 100;
  probe.remove();
  view.style.setProperty("--digits", DIGITS);
  const width = Math.max(Math.floor(view.clientWidth / cell) - DIGITS - 5, 20);
  if (width !== rows.width) {
    const top = Math.floor((view.scrollTop * factor()) / ROW);
    const offset = rows.count > 0 ? rows.starts[Math.min(top, rows.count - 1)] : 0;
    wrapRows(width);
    document.getElementById("height").style.height = `${pageHeight()}px`;
    if (offset > 0) scrollToRow(rowAt(offset), 0);
  }
  draw(true);
};

/** Scrolls so that `row` is at `share` of the height of the view. */
const scrollToRow = (row, share = 0.35) => {
  view.scrollTop = Math.max(row * ROW - view.clientHeight * share, 0) / factor();
};

const drawnToken = (number) => layer.querySelector(`[data-token="${number}"]`);

/** The current match of the search; -1 for none. */
const found = { start: -1, end: -1 };

/** The number of the selected token; -1 for none. */
let chosen = -1;

/** Selects a token, scrolls to `offset` in it, focuses it and shows its card. */
const choose = (number, offset = tokens.starts[number]) => {
  if (tokens.count === 0) return;
  chosen = Math.min(Math.max(number, 0), tokens.count - 1);
  const row = rowAt(Math.min(offset, source.length));
  const top = (view.scrollTop * factor()) / ROW;
  if (row < top + 1 || row > top + view.clientHeight / ROW - 3) scrollToRow(row);
  draw(true);
  const spans = [...layer.querySelectorAll(`[data-token="${chosen}"]`)];
  const span = spans.find((span) => rowOf(span) === row) ?? spans[0];
  (span ?? view).focus({ preventScroll: true });
  showStatus(chosen);
  if (span) showCard(span, { offset });
};
const rowOf = (span) => drawn.first + [...layer.children].indexOf(span.closest(".row"));

const chooseAt = (offset) => choose(tokenAt(offset), offset);

/** The number of the current error; -1 for none. */
let currentError = -1;
/** Selects the token of an error. */
const chooseError = (number) => {
  if (errors.count === 0) return;
  currentError = (number + errors.count) % errors.count;
  chooseAt(errors.offsets[currentError]);
  for (const mark of layer.querySelectorAll(".error")) mark.classList.remove("now");
  const card = document.getElementById("card");
  card.dataset.error = errorCode(currentError);
};

/** Selects the first token that starts in the next row with one, or in the previous row. */
const chooseRow = (step) => {
  const row = rowAt(chosen < 0 ? 0 : tokens.starts[chosen]);
  if (step > 0) return choose(Math.max(tokenAt(rowEnd(row)), chosen + 1));
  if (row === 0) return choose(0);
  return choose(Math.min(tokenAt(rows.starts[row - 1]), chosen - 1));
};

/** Selects the first token that starts in a line, counted from 1; if there is none, the token at the start of the line. */
const chooseLine = (line) => {
  const row = countUpTo(rows.lines, line - 1, rows.count);
  if (row >= rows.count || rows.lines[row] !== line) return;
  const start = rows.starts[row];
  const token = tokenAt(start);
  const startsBefore = tokens.starts[token] < start;
  const isNextInLine = token + 1 < tokens.count && positionOf(tokens.starts[token + 1])[0] === line;
  if (startsBefore && isNextInLine) choose(token + 1);
  else choose(token, start);
};

/** Returns the offsets of all matches of `text`, without overlaps. A text in lower case matches both cases. */
const matchesOf = (text) => {
  const wanted = new TextEncoder().encode(text);
  const folds = text === text.toLowerCase();
  const fold = (byte) => (folds && byte >= 65 && byte <= 90 ? byte + 32 : byte);
  const matches = [];
  if (wanted.length === 0) return matches;
  for (let at = 0; at <= source.length - wanted.length; at++) {
    let matched = 0;
    while (matched < wanted.length && fold(source[at + matched]) === wanted[matched]) matched++;
    if (matched < wanted.length) continue;
    matches.push(at);
    at += wanted.length - 1;
  }
  return matches;
};
