// Tables of any length: rows in view are drawn; headers sort, a field filters.

/** A table over `items`. A column has a title, a `key` to sort by, and `fill`, which writes a cell. */
class Table {
  constructor({ label, columns, items, height, filter, options }) {
    Object.assign(this, { columns, items, height });
    this.shown = Array.from(items.keys());
    this.order = { column: -1, step: 1 };
    this.body = element("tbody");
    this.heads = columns.map((column, number) => {
      const button = element("button", { type: "button", onclick: () => this.sort(number) }, column.title);
      return element("th", { scope: "col", "aria-sort": "none", class: column.class }, button);
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
    this.told = element("span", { class: "told", role: "status" });
    const field = filter && element("input", {
      type: "search",
      placeholder: `Filter ${label.toLowerCase()}`,
      "aria-label": `Filter ${label.toLowerCase()}`,
      oninput: () => this.filter((item) => filter(item).toLowerCase().includes(field.value.toLowerCase())),
    });
    const choice = options && element(
      "select",
      { "aria-label": options.label, onchange: () => this.filter((item) => choice.value === "" || options.of(item) === choice.value) },
      element("option", { value: "" }, options.all),
      ...options.values.map(([value, text]) => element("option", { value }, text)),
    );
    this.place = element("div", { class: "table" }, element("div", { class: "controls" }, ...[field, choice, this.told].filter(Boolean)), this.scroller);
    this.tell();
  }

  tell() {
    const [shown, all] = [this.shown.length, this.items.length];
    this.told.textContent = shown === all ? plural(all, "row") : `${grouped(shown)} of ${plural(all, "row")}`;
    this.table.setAttribute("aria-rowcount", shown + 1);
  }

  filter(takes) {
    this.shown = [];
    this.items.forEach((item, number) => takes(item) && this.shown.push(number));
    this.arrange();
    this.tell();
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

/** Returns a button that goes to a place in the source. */
const placeButton = (offset, go = () => chooseAt(offset)) => {
  if (offset > source.length) return element("span", { class: "quiet" }, "not shown");
  const [line, column] = positionOf(offset);
  return element("button", { type: "button", class: "place", onclick: go, title: `byte ${data.base + offset}` }, `${line}:${column}`);
};

/** Returns a link to a page of the web; what is no address of one is text. */
const webLink = (address, text = address) => {
  const properties = { class: "address", title: address };
  if (!/^https?:\/\//i.test(address)) return element("span", properties, text);
  return element("a", { ...properties, href: address, target: "_blank", rel: "noopener noreferrer" }, text);
};

const errorsTable = () => new Table({
  label: "Errors",
  height: 30,
  items: Array.from({ length: errors.count }, (_, number) => number),
  options: {
    label: "Errors of a code",
    all: `All codes (${grouped(data.error_count)})`,
    values: data.error_codes.map(([code, count]) => [code, `${code} (${grouped(count)})`]),
    of: (number) => errorCode(number),
  },
  columns: [
    { title: "Place", class: "number", key: (number) => number, fill: (cell, number) => cell.append(placeButton(errors.offsets[number], () => chooseError(number))) },
    { title: "Code", key: errorCode, fill: (cell, number) => cell.append(webLink(errorLink(errorCode(number)), errorCode(number))) },
    { title: "Byte", class: "number", key: (number) => errors.offsets[number], fill: (cell, number) => cell.append(grouped(data.base + errors.offsets[number])) },
  ],
});

const [LINK_OFFSET, LINK_KIND, LINK_ELEMENT, LINK_ATTRIBUTE, LINK_RAW, LINK_URL, LINK_CLASS, LINK_REL, LINK_TEXT] = Array(9).keys();
const two = (cell, first, second) => {
  cell.append(element("div", { class: second ? "one" : "clamp", title: first.title || first.textContent }, first));
  if (second) cell.append(element("div", { class: "one quiet", title: second }, second));
};
/** Returns what is told of a link below its address: its class if it is no page of the web, and how it is written. */
const writtenAs = (link) => {
  const written = link[LINK_URL] === link[LINK_RAW] ? [] : [link[LINK_RAW] || "empty"];
  return (link[LINK_CLASS] === "http" ? written : [link[LINK_CLASS], ...written]).join(" · ");
};
const linksTable = () => new Table({
  label: "Links",
  height: 46,
  items: data.links,
  filter: (link) => [link[LINK_KIND], link[LINK_ELEMENT], link[LINK_URL], link[LINK_RAW], link[LINK_CLASS], link[LINK_REL], link[LINK_TEXT]].join(" "),
  columns: [
    {
      title: "Place",
      class: "number",
      key: (link) => link[LINK_OFFSET] ?? -1,
      fill: (cell, link) => cell.append(link[LINK_OFFSET] === null ? "header" : placeButton(link[LINK_OFFSET])),
    },
    {
      title: "Kind",
      class: "short",
      key: (link) => link[LINK_KIND],
      fill: (cell, link) => two(cell, element("span", {}, link[LINK_KIND]), `${link[LINK_ELEMENT]} ${link[LINK_ATTRIBUTE]}`),
    },
    {
      title: "Address",
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
    { title: "Place", class: "number", key: (number) => number, fill: (cell, number) => cell.append(placeButton(declined.places[number])) },
    { title: "Reason", key: (number) => data.declined.reasons[declined.reasons[number]], fill: (cell, number) => cell.append(data.declined.reasons[declined.reasons[number]]) },
    { title: "Bytes", class: "number", key: (number) => declined.ends[number] - declined.starts[number], fill: (cell, number) => cell.append(grouped(declined.ends[number] - declined.starts[number])) },
  ],
});

const share = (part, whole) => {
  if (part === 0 || whole === 0) return "0 %";
  const percent = (part / whole) * 100;
  if (part === whole) return "100 %";
  return percent < 0.01 ? "< 0.01 %" : `${percent.toFixed(percent < 10 ? 2 : 1)} %`;
};

const ENCODING_SOURCES = {
  bom: "byte order mark",
  override: "--charset",
  transport: "Content-Type header",
  meta: "meta element in the first 1024 bytes",
  xml: "XML declaration",
  "late-meta": "meta element behind the first 1024 bytes",
  detector: "guess from the bytes",
  default: "nothing said: the standard's default",
};

/** A small table of names and numbers. */
const smallTable = (label, heads, lines) => element(
  "table",
  { class: "small", "aria-label": label },
  element("caption", {}, label),
  element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
  element("tbody", {}, ...lines.map(([name, ...cells]) => element("tr", {}, element("th", { scope: "row" }, name), ...cells.map((cell) => element("td", {}, cell))))),
);

const counts = () => {
  const { encoding } = data;
  const all = data.kinds.reduce((sum, [, count]) => sum + count, 0);
  const made = (reading, bytes) => [reading, grouped(bytes), share(bytes, data.bytes)];
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
      ["of the file", grouped(data.file_bytes)],
      [data.is_decoded ? "decoded, in UTF-8" : "of the text", grouped(data.bytes)],
      ["byte order mark", grouped(encoding.bom_len)],
    ]),
    smallTable("Through the exact machine", ["", "Bytes", "Share"], [
      made("with errors, as here", data.machine_bytes),
      made("without", data.machine_bytes_without_errors),
    ]),
    smallTable("Encoding", ["", ""], [
      ["encoding", encoding.name],
      ["found by", ENCODING_SOURCES[encoding.source] ?? encoding.source],
      ["confidence", encoding.confidence],
      ["label of the header", encoding.http_label ?? "none"],
      ["label of the page", encoding.meta_label ?? "none"],
      ["malformed bytes", encoding.had_errors ? "yes, shown as U+FFFD" : "none"],
      ["places are bytes of", data.is_decoded ? "the text as decoded to UTF-8" : "the file"],
    ]),
  );
};
