// The page: summary, sections, and the list of files.

const facts = data.facts;
const listed = (parts) => parts.filter(([count]) => count > 0).map(([count, words]) => `${grouped(count)} ${words}`).join(", ");
const digestCount = facts.verified + facts.failed + facts.absent + facts.unverified;
const isMismatch = facts.failed > 0;
const outcomes = [[isMismatch ? facts.verified : 0, "verified"], [facts.absent, "absent"], [facts.unverified, "not verified"]];
const digestFact = {
  name: isMismatch ? "Digests failed" : "Digests verified",
  value: digestCount === 0 ? "–" : grouped(isMismatch ? facts.failed : facts.verified),
  more: digestCount === 0 ? "none checked" : listed(outcomes) || "all",
  isBad: isMismatch,
};
showFacts([
  { name: "Files", value: grouped(facts.files), more: facts.ok === facts.files ? "all ok" : `${grouped(facts.files - facts.ok)} not ok`, isBad: facts.ok < facts.files },
  { name: "Records", value: grouped(facts.records), more: plural(facts.pages, "page") },
  { name: "Stored", value: size(facts.stored_bytes), more: `${size(facts.text_bytes)} decompressed` },
  { name: "Errors", value: grouped(facts.errors), more: facts.errors > 0 ? `in ${plural(facts.files - facts.ok, "file")}` : "no damage", isBad: facts.errors > 0 },
  digestFact,
  { name: "Skipped", value: grouped(facts.skipped), more: "not read as pages" },
]);
document.getElementById("name").textContent = plural(facts.files, "file");
if (!data.is_complete) {
  document.getElementById("notes").append(element("li", {}, "The run ended early. The numbers are of the input before that."));
}
document.getElementById("foot").textContent =
  `tagrake ${data.version} · a number opens up to ${data.examples} example records`;

const topics = new Map(data.topics.map((topic) => [topic.title, topic]));
const cards = (noun, ...titles) => titles.map((title) => topicCard(topics.get(title), noun));

/** Returns a message without the name of its file. */
const withoutName = (message, name) => {
  if (!message.startsWith(`${name}:`)) return message;
  const rest = message.slice(name.length + 1).trim();
  return /^\d/.test(rest) ? `offset ${rest}` : rest;
};

/** Returns an item of the list of files. */
const fileItem = (file) => {
  const name = data.origins[file.origin][0];
  const facts = [size(file.bytes)];
  if (file.records > 0) facts.push(plural(file.records, "record"));
  facts.push(plural(file.pages, "page"));
  if (file.errors > 0) facts.push(plural(file.errors, "error"));
  const item = element("li", { class: file.state === "ok" ? "file-item" : "file-item bad" },
    element("div", { class: "file-head" },
      outside("span", { class: "file", title: name }, name),
      element("span", { class: "state" }, file.state),
      element("span", { class: "quiet facts" }, facts.join(" · "))));
  for (const map of file.maps) {
    if (map[0] !== null) item.append(outside("div", { class: "quiet member" }, map[0]));
    item.append(mapStrip(map, file.bytes));
  }
  if (file.messages.length > 0) {
    const lines = file.messages.map((message) => outside("li", {}, withoutName(message, name)));
    const left = file.errors - lines.length;
    if (left > 0) lines.push(element("li", { class: "quiet" }, `and ${plural(left, "more error")}`));
    item.append(element("ul", { class: "messages" }, ...lines));
  }
  return item;
};

/** The files that are shown before the button for more. */
const SHOWN_FILES = 12;

const statesCard = () => {
  const card = topicCard(topics.get("Files by state"), "file");
  card.classList.add("full");
  return card;
};

const filesCard = () => {
  const card = element("section", { class: "card full" },
    element("h3", {}, "Maps of files", element("span", { class: "sum" }, `${grouped(data.files.length)} of ${grouped(data.file_count)}`)),
    element("p", { class: "quiet" }, "Each strip is a file from its first to its last byte. Files that are not ok come first."));
  if (data.files.length === 0) {
    card.append(element("p", { class: "none" }, "No file was read."));
    return card;
  }
  card.append(element("ul", { class: "legend", "aria-label": "Colours" },
    ...[...MARKS].reverse().map(([, kind, words]) => element("li", {}, element("span", { class: kind, "aria-hidden": "true" }), words))));
  const list = element("ul", { class: "files" });
  const show = (count) => list.append(...data.files.slice(list.children.length, list.children.length + count).map(fileItem));
  show(SHOWN_FILES);
  card.append(list);
  const left = () => data.files.length - list.children.length;
  if (left() > 0) {
    const button = element("button", { type: "button", class: "more" }, `Show ${left()} more`);
    button.addEventListener("click", () => {
      show(left());
      button.remove();
    });
    card.append(button);
  }
  const hidden = data.file_count - data.files.length;
  if (hidden > 0) card.append(element("p", { class: "quiet" }, `${plural(hidden, "more file")} not listed here; the numbers are of all files.`));
  return card;
};

const histograms = () => [
  histogramCard("Sizes", "Records by the length of their block, in powers of two.", sizeBins()),
  histogramCard("Times", "Records by WARC-Date, in UTC.", timeBins()),
];

/** The sections, in order: id, title and cards. */
const sections = [
  ["files", "Files", () => [statesCard(), filesCard()]],
  ["records", "Records", () => cards("record", "Records by type", "HTTP status", "Truncated by the crawler")],
  ["types", "Types", () => cards("record", "Declared and detected MIME type")],
  ["encodings", "Encodings", () => cards("page", "Declared", "Detected", "Assumed", "Wrong")],
  ["languages", "Languages", () => [...cards("page", "Declared by pages"), ...cards("record", "Identified by the crawler")]],
  ["sizes", "Sizes and times", histograms],
  ["hosts", "Hosts", () => cards("record", "Most frequent hosts")],
  ["damage", "Damage", () => [...cards("error", "Damage and errors"), ...cards("record", "Irregular but complete"), ...cards("page", "Pages read in part")]],
  ["digests", "Digests", () => cards("record", "Block digests", "Payload digests")],
  ["skipped", "Skipped", () => cards("record", "Skipped, by cause", "Skipped because of their type")],
];
for (const [id, title, make] of sections) {
  document.getElementById("sections").append(element("li", {}, element("a", { href: `#${id}` }, title)));
  document.getElementById("main").append(element("section", { class: "group", id, "aria-labelledby": `${id}-title` },
    element("h2", { id: `${id}-title` }, title), element("div", { class: "cards" }, ...make())));
}
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
  if (event.key === "t") themeButton.click();
});
document.documentElement.dataset.ready = String(Math.round(performance.now()));
