// The charts: lists with bars, histograms, and the maps of files.

const percent = (part, total) => {
  const share = total === 0 ? 0 : (100 * part) / total;
  if (share > 0 && share < 0.1) return "< 0.1 %";
  return `${share.toFixed(share < 10 ? 1 : 0)} %`;
};

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
/** Returns a number of bytes in words. */
const size = (bytes) => {
  let unit = 0;
  while (bytes >= 1024 && unit + 1 < UNITS.length) {
    bytes /= 1024;
    unit++;
  }
  return `${unit === 0 || bytes >= 100 ? Math.round(bytes) : bytes.toFixed(1).replace(/\.0$/, "")} ${UNITS[unit]}`;
};

/** Sets the width of a bar. Style attributes are blocked by the policy, styles set by a script are not. */
const bar = (share, properties = {}) => {
  const made = element("span", { class: "bar", "aria-hidden": "true", ...properties });
  made.style.setProperty("--share", share);
  return made;
};

/** Returns the name of a row. A pair of MIME types is two names. */
const rowName = (name) => {
  const [first, second] = name.split("\n");
  if (second === undefined) return outside("span", { class: "name", title: name }, name);
  const differs = first !== "(none)" && second !== "(none)" && first !== second;
  return element(
    "span",
    { class: differs ? "name pair differs" : "name pair", title: `declared ${first}, detected ${second}` },
    outside("span", {}, first),
    element("span", { class: "arrow" }, "→"),
    outside("span", {}, second),
  );
};

/** The rows of a list that are shown before the button for more, and the rows that need no button. */
const [SHOWN_ROWS, FEW_ROWS] = [10, 12];

/** Returns the card of a topic. */
const topicCard = (topic, noun = "record") => {
  const total = topic.rows.reduce((sum, [, count]) => sum + count, 0) + topic.more[1] + topic.others;
  const most = Math.max(...topic.rows.map(([, count]) => count), 1);
  const card = element("section", { class: topic.is_bad && total > 0 ? "card bad" : "card" },
    element("h3", {}, topic.title, element("span", { class: "sum" }, grouped(total))),
    element("p", { class: "quiet" }, topic.note));
  if (total === 0) {
    card.append(element("p", { class: "none" }, topic.is_bad ? "None found." : "None."));
    return card;
  }
  const atLeast = topic.others > 0 ? "≥ " : "";
  const rows = topic.rows.map(([name, count, indices]) => {
    const title = name.replace("\n", " → ");
    const isBad = name === "failed" && topic.title.endsWith("digests");
    return element("li", {}, numberButton(title, count, noun, indices, { class: isBad ? "row bad" : "row" },
      rowName(name), element("span", { class: "count" }, atLeast + grouped(count)),
      element("span", { class: "share" }, percent(count, total)), bar(count / most)));
  });
  const list = element("ol", { class: "rows" }, ...rows.slice(0, rows.length > FEW_ROWS ? SHOWN_ROWS : FEW_ROWS));
  card.append(list);
  if (rows.length > FEW_ROWS) {
    const button = element("button", { type: "button", class: "more" }, `Show ${rows.length - SHOWN_ROWS} more`);
    button.addEventListener("click", () => {
      list.append(...rows.slice(SHOWN_ROWS));
      rows[SHOWN_ROWS].firstChild.focus();
      button.remove();
    });
    card.append(button);
  }
  const notes = [];
  if (topic.more[0] > 0) notes.push(`${plural(topic.more[0], "rarer name")} with ${plural(topic.more[1], noun)}`);
  if (topic.others > 0) notes.push(`${plural(topic.others, noun)} with names that were too many to count, so the numbers are lower bounds`);
  if (notes.length > 0) card.append(element("p", { class: "quiet" }, `Not listed: ${notes.join("; ")}.`));
  return card;
};

/** Returns the card of a histogram. `bins` has consecutive bins: label, range in words, count and examples. */
const histogramCard = (title, note, bins) => {
  const total = bins.reduce((sum, bin) => sum + bin.count, 0);
  const card = element("section", { class: "card" },
    element("h3", {}, title, element("span", { class: "sum" }, grouped(total))),
    element("p", { class: "quiet" }, note));
  if (total === 0) {
    card.append(element("p", { class: "none" }, "None."));
    return card;
  }
  const most = Math.max(...bins.map((bin) => bin.count));
  // Long labels have room at the first and the last bin only.
  const isLong = Math.max(...bins.map(({ label }) => label.length)) > 8;
  const step = isLong ? Math.max(bins.length - 1, 1) : Math.ceil(bins.length / 8);
  const hasLabel = (number) => number % step === 0 && (isLong || bins.length - number >= Math.min(step, 3));
  const columns = bins.map(({ label, range, count, indices }, number) => {
    const words = `${range}: ${plural(count, "record")}`;
    const column = numberButton(range, count, "record", indices, { class: "column", title: words, "aria-label": words },
      element("span", { class: "space" }, bar(count / most, { class: count > 0 ? "stick" : "stick empty" })));
    return element("li", {}, column, element("span", { class: "tick", "aria-hidden": "true" }, hasLabel(number) ? label : ""));
  });
  card.append(element("div", { class: "plot" },
    element("span", { class: "top quiet", "aria-hidden": "true" }, grouped(most)),
    element("ol", { class: "columns" }, ...columns)));
  return card;
};

/** Fills the gaps between bins. */
const consecutive = (bins, make) => {
  if (bins.length === 0) return [];
  const known = new Map(bins.map(([bin, ...rest]) => [bin, rest]));
  const made = [];
  for (let bin = bins[0][0]; bin <= bins[bins.length - 1][0]; bin++) {
    const [count, indices] = known.get(bin) ?? [0, []];
    made.push({ ...make(bin), count, indices });
  }
  return made;
};

const sizeBins = () => consecutive(data.sizes, (bin) => {
  if (bin === 0) return { label: "0", range: "0 bytes" };
  return { label: size(2 ** (bin - 1)), range: `${size(2 ** (bin - 1))} to ${size(2 ** bin)}` };
});

const DAY = 86400;
const timeText = (seconds, width) => {
  const time = new Date(seconds * 1000);
  if (Number.isNaN(time.getTime())) return "?";
  const text = time.toISOString();
  return width >= DAY ? text.slice(0, text.indexOf("T")) : text.replace("T", " ").slice(0, width >= 60 ? -8 : -5);
};

const timeBins = () => consecutive(data.times, (bin) => {
  const [from, to] = [bin * data.time_seconds, (bin + 1) * data.time_seconds];
  const [first, after] = [timeText(from, data.time_seconds), timeText(to, data.time_seconds)];
  return { label: first, range: data.time_seconds === 1 ? first : `${first} to ${after}` };
});

/** The marks of a map, the most severe first: bit, class and words. */
const MARKS = [[8, "damaged", "damaged"], [4, "suspect", "irregular, or a wrong digest"], [2, "truncated", "truncated"], [1, "read", "read"], [0, "unread", "no record"]];
const markOf = (digit) => MARKS.find(([bit]) => bit === 0 || (Number.parseInt(digit, 16) & bit) !== 0);

/** Returns the map of a file: a strip with a part for each run of equal cells. `bytes` is the length of the file. */
const mapStrip = ([name, cellBytes, end, digits], bytes) => {
  const strip = element("div", { class: "map", role: "img" });
  const found = new Map();
  const cells = [...digits].map(markOf);
  const total = Math.max(end, name === null ? bytes : 0, 1);
  for (let first = 0; first < cells.length; ) {
    let last = first;
    while (last + 1 < cells.length && cells[last + 1] === cells[first]) last++;
    const [, kind, words] = cells[first];
    const [from, to] = [first * cellBytes, Math.min((last + 1) * cellBytes, total)];
    const part = element("span", { class: kind, title: `bytes ${grouped(from)} to ${grouped(to)}: ${words}` });
    part.style.flexGrow = Math.max(to - from, total / 400) / total;
    strip.append(part);
    found.set(words, (found.get(words) ?? 0) + 1);
    first = last + 1;
  }
  const rest = total - cells.length * cellBytes;
  if (rest > 0) {
    const part = element("span", { class: "unread", title: `bytes ${grouped(total - rest)} to ${grouped(total)}: no record` });
    part.style.flexGrow = rest / total;
    strip.append(part);
  }
  const label = [...found].filter(([words]) => words !== "read").map(([words, count]) => `${words} in ${plural(count, "place")}`);
  strip.setAttribute("aria-label", `Map: ${label.length > 0 ? label.join(", ") : "all read"}`);
  return strip;
};
