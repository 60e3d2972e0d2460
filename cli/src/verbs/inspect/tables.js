// Tables of any length: only the rows in view are drawn. Headers sort, and a field or a choice filters.

/**
 * A table of `items`. A column has a `title`, a `key` to sort by, `fill`, which writes a cell, and optionally the number of
 * `characters` that it must fit. `actions` are elements next to the filter.
 */
class Table {
  constructor({ label, columns, items, height, filter, options, actions = [], note }) {
    Object.assign(this, { columns, items, height });
    this.shown = Array.from(items.keys());
    this.order = { column: -1, step: 1 };
    this.body = element("tbody");
    this.heads = columns.map((column, number) => {
      const button = element("button", { type: "button", onclick: () => this.sort(number) }, column.title);
      const head = element("th", { scope: "col", "aria-sort": "none", class: column.class }, button);
      if (column.characters) head.style.width = `${Math.max(column.characters * 7.5 + 40, 100)}px`;
      return head;
    });
    const table = element(
      "table",
      { "aria-label": label, "aria-rowcount": items.length + 1 },
      element("thead", {}, element("tr", { "aria-rowindex": 1 }, ...this.heads)),
      this.body,
    );
    this.table = table;
    this.scroller = element("div", { class: "scroller", tabindex: 0, role: "group", "aria-label": `${label}, scrolls` }, table);
    this.scroller.addEventListener("scroll", () => this.draw());
    this.count = element("span", { class: "row-count", role: "status" });
    const field = filter && element("input", {
      type: "search",
      placeholder: `Filter ${label.toLowerCase()}`,
      "aria-label": `Filter ${label.toLowerCase()}`,
      oninput: () => this.filter(takes),
    });
    const choice = options && element(
      "select",
      { "aria-label": options.label, onchange: () => this.filter(takes) },
      element("option", { value: "" }, options.all),
      ...options.values.map(([value, text]) => element("option", { value }, text)),
    );
    const takes = (item) =>
      (!field || filter(item).toLowerCase().includes(field.value.toLowerCase())) &&
      (!choice || choice.value === "" || options.of(item) === choice.value);
    const controls = element("div", { class: "controls" }, ...[field, choice, ...actions, this.count].filter(Boolean));
    this.root = element("div", { class: "table" }, ...(note ? [element("p", { class: "note" }, note)] : []), controls, this.scroller);
    this.showCount();
  }

  showCount() {
    const [shown, all] = [this.shown.length, this.items.length];
    this.count.textContent = shown === all ? plural(all, "row") : `${grouped(shown)} of ${plural(all, "row")}`;
    this.table.setAttribute("aria-rowcount", shown + 1);
  }

  filter(takes) {
    this.shown = [];
    this.items.forEach((item, number) => takes(item) && this.shown.push(number));
    this.arrange();
    this.showCount();
    this.scroller.scrollTop = 0;
    this.draw(true);
  }

  sort(column) {
    this.order = { column, step: this.order.column === column ? -this.order.step : 1 };
    this.heads.forEach((head, number) => {
      const is = number === column ? (this.order.step > 0 ? "ascending" : "descending") : "none";
      head.setAttribute("aria-sort", is);
    });
    this.arrange();
    this.draw(true);
  }

  arrange() {
    const { column, step } = this.order;
    if (column < 0) return;
    const { key } = this.columns[column];
    const keys = new Map(this.shown.map((number) => [number, key(this.items[number])]));
    this.shown.sort((one, other) => {
      const [a, b] = [keys.get(one), keys.get(other)];
      return (a < b ? -step : a > b ? step : 0) || one - other;
    });
  }

  draw(force = false) {
    const first = Math.max(Math.floor(this.scroller.scrollTop / this.height) - 6, 0);
    const last = Math.min(first + Math.ceil(this.scroller.clientHeight / this.height) + 14, this.shown.length);
    if (!force && this.first === first && this.last === last) return;
    [this.first, this.last] = [first, last];
    const space = (count) => {
      const cell = element("td", { colspan: this.columns.length });
      cell.style.height = `${count * this.height}px`;
      return element("tr", { class: "space", "aria-hidden": "true" }, cell);
    };
    const drawn = this.shown.slice(first, last).map((number, index) => {
      const row = element("tr", { "aria-rowindex": first + index + 2 });
      row.style.height = `${this.height}px`;
      for (const column of this.columns) {
        const cell = element("td", { class: column.class });
        column.fill(cell, this.items[number]);
        row.append(cell);
      }
      return row;
    });
    const empty = element("tr", {}, element("td", { colspan: this.columns.length, class: "empty" }, "Nothing here."));
    if (this.shown.length === 0) drawn.push(empty);
    this.body.replaceChildren(
      ...(first > 0 ? [space(first)] : []),
      ...drawn,
      ...(last < this.shown.length ? [space(this.shown.length - last)] : []),
    );
  }
}

/** The length of the longest `line:column`. */
const positionLength = () => {
  let column = 0;
  for (let row = 0; row < rows.count; row++) column = Math.max(column, rows.columns[row]);
  return `${rows.lines[rows.count - 1]}:${column + rows.width}`.length;
};

/** Returns a button that goes to an offset in the source. */
const positionButton = (offset, go = () => chooseAt(offset)) => {
  if (offset > source.length) return element("span", { class: "quiet" }, "not shown");
  const [line, column] = positionOf(offset);
  return element("button", { type: "button", class: "position", onclick: go, title: `byte ${data.base + offset}` }, `${line}:${column}`);
};

/** Returns a link to an http or https URL; for any other URL, text. */
const webLink = (url, text = url) => {
  const properties = { class: "url", title: url };
  if (!/^https?:\/\//i.test(url)) return element("span", properties, text);
  return element("a", { ...properties, href: url, target: "_blank", rel: "noopener noreferrer" }, text);
};

const errorsTable = () => new Table({
  label: "Errors",
  note: "Parse errors of the tokenizer. Nesting and other errors of tree construction are not checked.",
  height: 30,
  items: Array.from({ length: errors.count }, (_, number) => number),
  options: {
    label: "Errors of a code",
    all: `All codes (${grouped(data.error_count)})`,
    values: data.error_codes.map(([code, count]) => [code, `${code} (${grouped(count)})`]),
    of: (number) => errorCode(number),
  },
  columns: [
    { title: "Position", class: "number", characters: positionLength(), key: (number) => number, fill: (cell, number) => cell.append(positionButton(errors.offsets[number], () => chooseError(number))) },
    { title: "Code", key: errorCode, fill: (cell, number) => cell.append(webLink(errorLink(errorCode(number)), errorCode(number))) },
    { title: "Byte", class: "number", characters: grouped(data.bytes).length, key: (number) => errors.offsets[number], fill: (cell, number) => cell.append(grouped(data.base + errors.offsets[number])) },
  ],
});

const [LINK_OFFSET, LINK_KIND, LINK_ELEMENT, LINK_ATTRIBUTE, LINK_RAW, LINK_URL, LINK_CLASS, LINK_REL, LINK_TEXT] = Array(9).keys();
const two = (cell, first, second) => {
  cell.append(element("div", { class: second ? "one" : "clamp", title: first.title || first.textContent }, first));
  if (second) cell.append(element("div", { class: "one quiet", title: second }, second));
};
/** Returns the text below the URL of a link: its class unless that is `http`, and the URL as written if it differs. */
const writtenAs = (link) => {
  const written = link[LINK_URL] === link[LINK_RAW] ? [] : [link[LINK_RAW] || "empty"];
  return (link[LINK_CLASS] === "http" ? written : [link[LINK_CLASS], ...written]).join(" · ");
};
/** The columns of the CSV, in order. */
const CSV_COLUMNS = ["line", "column", "kind", "element", "attr", "raw", "url", "class", "rel", "text"];
const csvField = (value) => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
const csvOf = (links) => {
  const lines = links.map((link) => {
    const offset = link[LINK_OFFSET];
    const position = offset === null || offset > source.length ? ["", ""] : positionOf(offset);
    return [...position, ...link.slice(LINK_KIND)].map((value) => csvField(String(value ?? ""))).join(",");
  });
  return [CSV_COLUMNS.join(","), ...lines, ""].join("\r\n");
};

const linksTable = () => {
  const button = element("button", { type: "button", title: "The rows shown, in this order" }, "Copy as CSV");
  const table = tableOfLinks([button]);
  button.addEventListener("click", async () => {
    await copy(csvOf(table.shown.map((number) => data.links[number])));
    button.textContent = `Copied ${plural(table.shown.length, "row")}`;
    setTimeout(() => (button.textContent = "Copy as CSV"), 2000);
  });
  return table;
};
const tableOfLinks = (actions) => new Table({
  label: "Links",
  actions,
  height: 46,
  items: data.links,
  filter: (link) => [link[LINK_KIND], link[LINK_ELEMENT], link[LINK_URL], link[LINK_RAW], link[LINK_CLASS], link[LINK_REL], link[LINK_TEXT]].join(" "),
  columns: [
    {
      title: "Position",
      class: "number",
      characters: positionLength(),
      key: (link) => link[LINK_OFFSET] ?? -1,
      fill: (cell, link) => cell.append(link[LINK_OFFSET] === null ? "header" : positionButton(link[LINK_OFFSET])),
    },
    {
      title: "Kind",
      class: "short",
      key: (link) => link[LINK_KIND],
      fill: (cell, link) => two(cell, element("span", {}, link[LINK_KIND]), `${link[LINK_ELEMENT]} ${link[LINK_ATTRIBUTE]}`),
    },
    {
      title: "URL",
      key: (link) => link[LINK_URL] ?? link[LINK_RAW],
      fill: (cell, link) => two(cell, webLink(link[LINK_URL] ?? link[LINK_RAW]), writtenAs(link)),
    },
    {
      title: "Text",
      class: "words",
      key: (link) => link[LINK_TEXT],
      fill: (cell, link) => two(cell, element("span", {}, link[LINK_TEXT]), link[LINK_REL] && `rel ${link[LINK_REL]}`),
    },
  ],
});

const metadataTable = () => new Table({
  label: "Metadata",
  height: 42,
  items: data.metadata,
  filter: ([name, value]) => `${name} ${value}`,
  columns: [
    { title: "Key", class: "key", key: ([name]) => name, fill: (cell, [name]) => cell.append(element("div", { class: "clamp", title: name }, name)) },
    { title: "Value", key: ([, value]) => value, fill: (cell, [, value]) => cell.append(element("div", { class: "clamp", title: value }, value)) },
  ],
});

const declinedTable = () => new Table({
  label: "Declined",
  height: 30,
  items: declined.starts.map((_, number) => number),
  options: {
    label: "Parts with a reason",
    all: `All reasons (${grouped(data.declined.count)})`,
    values: data.declined.reasons.map((reason) => [reason, reason]),
    of: (number) => data.declined.reasons[declined.reasons[number]],
  },
  columns: [
    { title: "Position", class: "number", characters: positionLength(), key: (number) => number, fill: (cell, number) => cell.append(positionButton(declined.positions[number])) },
    { title: "Reason", key: (number) => data.declined.reasons[declined.reasons[number]], fill: (cell, number) => cell.append(data.declined.reasons[declined.reasons[number]]) },
    { title: "Bytes", class: "number", characters: grouped(data.bytes).length, key: (number) => declined.ends[number] - declined.starts[number], fill: (cell, number) => cell.append(grouped(declined.ends[number] - declined.starts[number])) },
  ],
});

/** Returns `part` as a percentage of `total`. */
const share = (part, total) => {
  if (part === 0 || total === 0) return "0 %";
  const percent = (part / total) * 100;
  if (part === total) return "100 %";
  return percent < 0.01 ? "< 0.01 %" : `${percent.toFixed(percent < 10 ? 2 : 1)} %`;
};

const ENCODING_SOURCES = {
  bom: "byte order mark",
  override: "--charset",
  transport: "Content-Type header",
  meta: "meta element in the first 1024 bytes",
  xml: "XML declaration",
  "late-meta": "meta element after the first 1024 bytes",
  detector: "guess from the bytes",
  default: "default of the standard",
};

/** A small table of names and numbers. */
const smallTable = (label, heads, lines) => element(
  "table",
  { class: "small", "aria-label": label },
  element("caption", {}, label),
  element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
  element("tbody", {}, ...lines.map(([name, ...cells]) => element("tr", {}, element("th", { scope: "row" }, name), ...cells.map((cell) => element("td", {}, cell))))),
);

/** The declined tab: the share of the state machine, and the declined spans. */
const declinedPanel = () => {
  const row = (name, bytes) => [name, grouped(bytes), share(bytes, data.bytes)];
  const shares = smallTable("Read by the state machine, not the fast path", ["", "Bytes", "Share"], [
    row("with parse errors, as in this report", data.machine_bytes),
    row("without", data.machine_bytes_without_errors),
  ]);
  const table = declined && declinedTable();
  const hint = "Run tagrake inspect with --declined to list what the fast path declines, and why.";
  const root = element("div", { class: "stack" }, shares, table ? table.root : element("p", { class: "note" }, hint));
  return { root, draw: () => table?.draw(true) };
};

/** The text tab: the visible text, as `tagrake text` prints it. */
const textPanel = () => {
  const text = element("pre", { class: "page-text", tabindex: 0, role: "group", "aria-label": "Text, scrolls" });
  drawString(text, data.text, true);
  if (data.text === "") text.append(element("span", { class: "quiet" }, "The page has no visible text."));
  return text;
};

const counts = () => {
  const { encoding } = data;
  const all = data.kinds.reduce((sum, [, count]) => sum + count, 0);
  return element(
    "div",
    { class: "counts", tabindex: 0, role: "group", "aria-label": "Counts, scrolls" },
    smallTable("Tokens", ["Kind", "Count"], [
      ...data.kinds.map(([kind, count]) => [kind, grouped(count)]),
      ["all", grouped(all)],
      ["attributes", grouped(data.attributes)],
      ["character references", grouped(data.references)],
    ]),
    smallTable("Errors", ["Code", "Count"], [
      ...data.error_codes.map(([code, count]) => [webLink(errorLink(code), code), grouped(count)]),
      ["all", grouped(data.error_count)],
    ]),
    smallTable("Bytes", ["", "Count"], [
      ["file", grouped(data.file_bytes)],
      [data.is_decoded ? "text, decoded to UTF-8" : "text", grouped(data.bytes)],
      ["byte order mark", grouped(encoding.bom_len)],
    ]),
    smallTable("Encoding", ["", ""], [
      ["encoding", encoding.name],
      ["found by", ENCODING_SOURCES[encoding.source] ?? encoding.source],
      ["confidence", encoding.confidence],
      ["label of the header", encoding.http_label ?? "none"],
      ["label of the page", encoding.meta_label ?? "none"],
      ["malformed bytes", encoding.had_errors ? "yes, shown as U+FFFD" : "none"],
      ["offsets are bytes of", data.is_decoded ? "the text as decoded to UTF-8" : "the file"],
    ]),
  );
};
