// The page: summary, tabs, the card of a token, search, links to lines, and keys.

const card = document.getElementById("card");
const status = document.getElementById("status");
const rangeOf = (start, end) => `bytes ${data.base + start}–${data.base + end}`;

const KIND_CLASSES = ["doctype", "tag", "end", "text", "comment", "pi", "dropped"];
/** Returns an element that shows a value, or its beginning. */
const shortValue = (text, isCut = false) => {
  const value = element("span", { class: "shown" });
  const shown = text.slice(0, 1200);
  drawString(value, shown, true);
  if (isCut || text.length > shown.length) value.append(element("span", { class: "quiet" }, " … truncated"));
  if (text === "") value.append(element("span", { class: "quiet" }, "empty"));
  return value;
};

const showStatus = (number) => {
  const token = tokenOf(number);
  const named = typeof token.name === "string" ? token.name : token.name?.text;
  status.textContent = [
    `token ${grouped(number + 1)} of ${grouped(tokens.count)}`,
    named ? `${KINDS[token.kind]} ${named.slice(0, 60)}` : KINDS[token.kind],
    rangeOf(token.start, token.end),
    positionText(token.start),
  ].join("  ·  ");
};

/** Returns the rows of a card: the names and values of a token. */
const cardLines = (token, attributeNumber) => {
  const lines = [];
  const add = (name, value, isNow = false) => lines.push(element("tr", { class: isNow ? "now" : null }, element("th", { scope: "row" }, name.slice(0, 200)), element("td", {}, value)));
  const { kind } = token;
  if (kind === DOCTYPE) {
    add("name", token.name === null ? "missing" : shortValue(token.name));
    if (token.publicId !== null) add("public", shortValue(token.publicId));
    if (token.systemId !== null) add("system", shortValue(token.systemId));
    add("quirks", token.forceQuirks ? "forced" : "not forced");
  } else if (kind === START_TAG) {
    const most = 30;
    const first = Math.max(Math.min(attributeNumber - most + 1, token.attributes.length - most), 0);
    token.attributes.slice(first, first + most).forEach((attribute, index) => {
      const isNow = first + index === attributeNumber;
      const value = attribute.quote === 0 ? element("span", { class: "quiet" }, "no value") : shortValue(...attributeValue(attribute));
      add(attribute.name.text, value, isNow);
    });
    const more = token.attributes.length - most;
    if (more > 0) add("…", `${plural(more, "attribute")} more`);
    if (token.selfClosing) add("flag", "self-closing");
    if (token.namespace !== "HTML") add("namespace", token.namespace);
    if (token.duplicates > 0) add("dropped", plural(token.duplicates, "duplicate"));
    if (token.surplus > 0) add("dropped", `${grouped(token.surplus)} beyond the limit`);
  } else if (kind === TEXT || kind === COMMENT || kind === INSTRUCTION) {
    if (kind === INSTRUCTION) add("target", shortValue(token.target));
    add(kind === TEXT ? "text" : "data", shortValue(...valueOf(token)));
    if (kind === TEXT && token.state !== 0) add("read in", `${STATES[token.state]} state`);
  } else if (kind === DROPPED) {
    add("what", token.why);
  }
  return lines;
};

const hideCard = () => {
  card.hidden = true;
  for (const other of layer.querySelectorAll(".pointed")) other.classList.remove("pointed");
};
/** The timer that hides the card after the pointer left, with time to move onto the card. */
let leaving = 0;
const stay = () => clearTimeout(leaving);
const leave = () => {
  stay();
  leaving = setTimeout(hideCard, 200);
};

/** Shows the card of the token of `span`. `part` is the element under the pointer, `offset` the error to emphasize. */
const showCard = (span, { part = null, offset = null } = {}) => {
  stay();
  const token = tokenOf(Number(span.dataset.token));
  const attributeNumber = part?.dataset.attribute === undefined ? -1 : Number(part.dataset.attribute);
  const attribute = token.attributes[attributeNumber];
  const name = typeof token.name === "object" ? token.name?.text : null;
  const title = element("div", { class: "title" }, element("span", { class: `chip ${KIND_CLASSES[token.kind]}` }, KINDS[token.kind]));
  if (name) title.append(element("strong", {}, name.slice(0, 80)));
  const children = [title, element("div", { class: "where" }, `${rangeOf(token.start, token.end)} · ${positionText(token.start)} to ${positionText(token.end)}`)];
  const lines = cardLines(token, attributeNumber);
  if (lines.length > 0) children.push(element("table", {}, element("tbody", {}, ...lines)));
  if (attribute) {
    const value = attribute.quote === 0 ? "no value" : `value ${rangeOf(attribute.start, attribute.end)}, ${QUOTES[attribute.quote]}`;
    children.push(element("div", { class: "where" }, `name ${rangeOf(attribute.name.start, attribute.name.end)} · ${value}`));
  }
  if (part?.dataset.reference !== undefined) {
    const i = countUpTo(changes.starts, Number(part.dataset.reference)) - 1;
    const raw = textOf(source.subarray(changes.starts[i], Math.min(changes.ends[i], changes.starts[i] + 60)));
    const points = [...changes.texts[i]].map((character) => `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`);
    children.push(element("div", { class: "reference" }, element("code", {}, raw), " is ", shortValue(changes.texts[i], false), ` ${points.join(" ")}`));
  }
  const first = countUpTo(errors.offsets, token.start - 1);
  const isLast = token.number === tokens.count - 1;
  const list = element("ul", { class: "errors" });
  for (let i = first; i < errors.count && (errors.offsets[i] < token.end || (isLast && errors.offsets[i] === token.end)); i++) {
    if (i - first >= 6) {
      list.append(element("li", {}, "and more"));
      break;
    }
    const here = errors.offsets[i] === offset;
    list.append(element("li", { class: here ? "now" : null }, webLink(errorLink(errorCode(i)), errorCode(i)), ` at ${positionText(errors.offsets[i])}`));
  }
  if (list.children.length > 0) children.push(list);
  if (declined) {
    const i = countUpTo(declined.ends, token.start);
    if (declined.starts[i] < token.end) {
      children.push(element("div", { class: "declined-why" }, `declined by the fast path: ${data.declined.reasons[declined.reasons[i]]}, at ${positionText(declined.positions[i])}`));
    }
  }
  card.replaceChildren(...children);
  card.hidden = false;
  for (const other of layer.querySelectorAll(".pointed")) other.classList.remove("pointed");
  for (const same of layer.querySelectorAll(`[data-token="${token.number}"]`)) {
    same.classList.add("pointed");
    same.setAttribute("aria-describedby", "card");
  }
  const box = (part ?? span).getClientRects()[0] ?? span.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = card;
  const left = Math.min(Math.max(box.left, 8), innerWidth - width - 8);
  const below = box.bottom + 6;
  const top = below + height > innerHeight - 8 && box.top - height - 6 > 0 ? box.top - height - 6 : below;
  card.style.left = `${left}px`;
  card.style.top = `${Math.min(top, Math.max(innerHeight - height - 8, 8))}px`;
};

layer.addEventListener("pointerover", (event) => {
  const span = event.target.closest(".token");
  if (!span) return leave();
  showCard(span, { part: event.target.closest("[data-attribute], [data-reference]") });
});
layer.addEventListener("pointerleave", leave);
card.addEventListener("pointerenter", stay);
card.addEventListener("pointerleave", leave);
layer.addEventListener("click", (event) => {
  const line = event.target.dataset.line;
  if (line) return void (location.hash = `L${line}`);
  const span = event.target.closest(".token");
  if (span && getSelection().isCollapsed) choose(Number(span.dataset.token), rows.starts[rowOf(span)]);
});
view.addEventListener("scroll", () => {
  if (!layer.contains(document.activeElement)) hideCard();
  draw();
});
view.addEventListener("focusout", (event) => {
  if (!card.contains(event.relatedTarget) && !view.contains(event.relatedTarget)) leave();
});

/** The tabs. The content of each is created when it is first opened. */
const tabs = [
  ["errors", `Errors`, data.error_count, errorsTable],
  ["links", "Links", data.link_count, linksTable],
  ["metadata", "Metadata", data.metadata.length, metadataTable],
  ["text", "Text", null, textPanel],
  ["counts", "Counts", null, counts],
  ["declined", "Declined", data.declined?.count ?? null, declinedPanel],
  ["blocks", "Blocks", data.blocks.count, blocksPanel],
].map(([name, title, count, make]) => ({ name, title, count, make }));
const tabList = document.querySelector("[role=tablist]");
const side = document.getElementById("side");
for (const tab of tabs) {
  const label = tab.count === null ? [tab.title] : [tab.title, " ", element("span", { class: "count" }, grouped(tab.count))];
  tab.button = element("button", { type: "button", role: "tab", id: `tab-${tab.name}`, "aria-controls": `panel-${tab.name}`, onclick: () => open(tab) }, ...label);
  tab.panel = element("div", { role: "tabpanel", id: `panel-${tab.name}`, "aria-labelledby": `tab-${tab.name}`, class: "panel", hidden: true });
  tabList.append(tab.button);
  side.append(tab.panel);
}
const open = (tab, focus = false) => {
  for (const other of tabs) {
    other.panel.hidden = other !== tab;
    other.button.setAttribute("aria-selected", other === tab);
    other.button.tabIndex = other === tab ? 0 : -1;
  }
  if (!tab.content) {
    tab.content = tab.make();
    tab.panel.append(tab.content.root ?? tab.content);
  }
  tab.content.draw?.(true);
  if (focus) tab.button.focus();
};
tabList.addEventListener("keydown", (event) => {
  const now = tabs.findIndex((tab) => tab.button === document.activeElement);
  const to = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: tabs.length - 1 }[event.key];
  if (now < 0 || to === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  open(tabs[(to + tabs.length) % tabs.length], true);
});

/** The summary at the top, and the legend. */
document.getElementById("name").textContent = data.name;
document.getElementById("name").title = data.url ?? data.name;
const allTokens = data.kinds.reduce((sum, [, count]) => sum + count, 0);
const facts = [
  ["Size", plural(data.bytes, "byte"), data.is_decoded ? `${grouped(data.file_bytes)} in the file, decoded to UTF-8` : `${plural(data.references, "character reference")}`],
  ["Tokens", grouped(allTokens), plural(data.attributes, "attribute")],
  ["Errors", grouped(data.error_count), "of the tokenizer; nesting is not checked"],
  ["Links", grouped(data.link_count), data.url ? "resolved" : "relative links need --url"],
  ["Encoding", data.encoding.name, ENCODING_SOURCES[data.encoding.source] ?? data.encoding.source],
];
showFacts(facts.map(([name, value, more]) => ({ name, value, more, isBad: name === "Errors" && data.error_count > 0 })));
const notes = [...data.notes];
if (data.is_decoded) notes.unshift(`The file is in ${data.encoding.name}. It is shown decoded to UTF-8, and all offsets and positions refer to the decoded text.`);
if (data.read_bytes < data.bytes) notes.unshift(`The tokenizer stopped after ${plural(data.read_bytes, "byte")}.`);
document.getElementById("notes").append(...notes.map((note) => element("li", {}, note.replace(/\d{4,}/g, (digits) => grouped(Number(digits))))));
const legend = [["tag", "start tag"], ["end", "end tag"], ["attr", "attribute"], ["value", "value"], ["text", "text"], ["raw", "raw text"], ["ref", "reference"], ["comment", "comment"], ["doctype", "doctype"], ["pi", "instruction"], ["dropped", "dropped"], ["error", "error"]];
if (declined) legend.push(["declined", "declined"]);
const isIn = { pi: data.kinds[INSTRUCTION][1] > 0, dropped: data.kinds[DROPPED][1] > 0, error: data.error_count > 0 };
for (const [kind, name] of legend) {
  if (isIn[kind] !== false) document.getElementById("legend").append(element("li", {}, element("span", { class: kind }, name)));
}

/** The search. */
const query = document.getElementById("query");
let matches = null;
/** Goes to the next match (`step` 1) or the previous one (-1), starting at the selected token and wrapping around. */
const find = (step) => {
  matches ??= matchesOf(query.value);
  const label = document.getElementById("found");
  if (matches.length === 0) {
    Object.assign(found, { start: -1, end: -1 });
    label.textContent = "not found";
    return draw(true);
  }
  const from = chosen < 0 ? 0 : tokens.starts[chosen];
  const current = found.start < 0 ? countUpTo(matches, from - 1) - (step > 0 ? 1 : 0) : countUpTo(matches, found.start) - 1;
  const number = (current + step + matches.length) % matches.length;
  found.start = matches[number];
  found.end = found.start + new TextEncoder().encode(query.value).length;
  label.textContent = `${grouped(number + 1)} of ${grouped(matches.length)}`;
  label.title = positionText(found.start);
  scrollToRow(rowAt(found.start));
  draw(true);
};
query.addEventListener("input", () => {
  matches = null;
  Object.assign(found, { start: -1, end: -1 });
});
query.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.shiftKey) {
    event.preventDefault();
    find(-1);
  } else if (event.key === "Escape") view.focus();
});
document.getElementById("find").addEventListener("submit", (event) => {
  event.preventDefault();
  find(1);
});

/** Keys. */
const keysDialog = document.getElementById("keys");
document.getElementById("help").addEventListener("click", () => keysDialog.showModal());
const anywhere = {
  j: () => choose(chosen + 1),
  k: () => choose(chosen - 1),
  n: () => chooseError(currentError + 1),
  p: () => chooseError(currentError < 0 ? errors.count - 1 : currentError - 1),
  s: () => (chosen < 0 ? view.focus() : choose(chosen)),
  t: () => themeButton.click(),
  "/": () => query.focus(),
  "?": () => keysDialog.showModal(),
  Escape: hideCard,
};
tabs.forEach((tab, number) => (anywhere[number + 1] = () => open(tab, true)));
const inSource = {
  ArrowRight: anywhere.j,
  ArrowLeft: anywhere.k,
  ArrowDown: () => chooseRow(1),
  ArrowUp: () => chooseRow(-1),
  Home: () => choose(0),
  End: () => choose(tokens.count - 1),
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || keysDialog.open) return;
  if (event.target.matches("input, select, textarea")) return;
  const action = (view.contains(event.target) && inSource[event.key]) || anywhere[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});

/** Goes to the line that the fragment of the URL names: `#L123`. */
const goToFragment = () => {
  const line = /^#L(\d+)$/.exec(location.hash)?.[1];
  if (line) chooseLine(Number(line));
};
addEventListener("hashchange", goToFragment);

new ResizeObserver(layOut).observe(view);
layOut();
open(tabs[data.error_count > 0 ? 0 : 1]);
goToFragment();
document.documentElement.dataset.ready = String(Math.round(performance.now()));
