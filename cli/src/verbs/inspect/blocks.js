// The blocks tab: the text blocks with their scores, the views that keep them, and the features that decide.

const [BLOCK_OFFSET, BLOCK_PATH, BLOCK_TEXT, BLOCK_SCORE, BLOCK_PARTS, BLOCK_RECORD, BLOCK_WORDS, BLOCK_WHY] = Array(8).keys();
/** The parts by their bits: the letters of views, and what no view keeps. */
const VIEWS = ["P", "M", "G"];
const VIEW_NAMES = ["precise", "main", "generous"];
const [MAIN, IN_COMMENTS, HIDDEN] = [2, 8, 16];

const isKept = (block) => (block[BLOCK_PARTS] & MAIN) !== 0;
const otherParts = (block) => [block[BLOCK_PARTS] & IN_COMMENTS && "comments", block[BLOCK_PARTS] & HIDDEN && "hidden"].filter(Boolean).join(" ");
const signed = (number) => `${number < 0 ? "−" : "+"}${Math.abs(number).toFixed(2)}`;

/** Returns a button in the colour of the score. */
const scoreButton = (score, go) => {
  const button = element("button", { type: "button", class: "score", onclick: go, title: "The features that decide" }, score.toFixed(2));
  button.style.setProperty("--share", `${Math.round(score * 100)}%`);
  return button;
};

const blocksNote = () => element(
  "span",
  {},
  "Score: the probability that a block is main content, 0 ",
  element("span", { class: "scale" }),
  " 1. Views that keep it: P precise, M main, G generous. Select a score to see the features that decide.",
);

const blocksTable = (explain) => new Table({
  label: "Blocks",
  note: blocksNote(),
  height: 46,
  items: data.blocks.rows,
  filter: (block) => [block[BLOCK_PATH], block[BLOCK_TEXT], otherParts(block)].join(" "),
  options: {
    label: "Blocks that the main view keeps or leaves out",
    all: `All blocks (${grouped(data.blocks.count)})`,
    values: [["kept", `Main (${grouped(data.blocks.main)})`], ["left", `Not main (${grouped(data.blocks.count - data.blocks.main)})`]],
    of: (block) => (isKept(block) ? "kept" : "left"),
  },
  columns: [
    {
      title: "Position",
      class: "number",
      characters: positionLength(),
      key: (block) => block[BLOCK_OFFSET],
      fill: (cell, block) => cell.append(positionButton(block[BLOCK_OFFSET], () => {
        explain(block);
        chooseAt(block[BLOCK_OFFSET]);
      })),
    },
    { title: "Score", class: "short", key: (block) => block[BLOCK_SCORE], fill: (cell, block) => cell.append(scoreButton(block[BLOCK_SCORE], () => explain(block))) },
    {
      title: "Views",
      class: "short",
      key: (block) => block[BLOCK_PARTS],
      fill: (cell, block) => {
        const kept = VIEWS.map((_, number) => number).filter((number) => block[BLOCK_PARTS] & (1 << number));
        const letters = kept.map((number) => VIEWS[number]).join(" ") || "–";
        two(cell, element("span", { title: kept.map((number) => VIEW_NAMES[number]).join(", ") || "no view" }, letters), otherParts(block));
      },
    },
    {
      title: "Words",
      class: "short",
      key: (block) => block[BLOCK_WORDS],
      fill: (cell, block) => two(cell, element("span", {}, grouped(block[BLOCK_WORDS])), block[BLOCK_RECORD] && `record ${block[BLOCK_RECORD]}`),
    },
    {
      title: "Text",
      key: (block) => block[BLOCK_TEXT],
      fill: (cell, block) => two(cell, element("span", {}, block[BLOCK_TEXT]), block[BLOCK_PATH]),
    },
  ],
});

/** Returns the explanation of a score. */
const explanationOf = (block) => {
  const why = block[BLOCK_WHY];
  const characters = [...block[BLOCK_TEXT]];
  const start = characters.slice(0, 60).join("") + (characters.length > 60 ? "…" : "");
  if (!why) return [element("p", {}, `“${start}”: this score is not explained, only those of the first blocks.`)];
  const [treeScore, influences] = why;
  const raised = treeScore === block[BLOCK_SCORE] ? "" : ` Rules raised it from ${treeScore.toFixed(2)}.`;
  const rows = influences.map(([feature, value, median, change]) => [data.blocks.features[feature], grouped(value), grouped(median), signed(change)]);
  return [
    element("p", {}, `“${start}”: ${block[BLOCK_SCORE].toFixed(2)}.${raised}`),
    smallTable("Features that change the score most", ["Feature", "Value", "Median", "Change with the median, as a logit"], rows),
  ];
};

/** The blocks tab: the table, and the explanation of one score. */
const blocksPanel = () => {
  const why = element("div", { class: "why", role: "status", tabindex: 0, "aria-label": "Explanation of a score, scrolls" }, element("p", {}, "Select a score or a position to see the features that decide."));
  const table = blocksTable((block) => why.replaceChildren(...explanationOf(block)));
  return { root: element("div", { class: "stack" }, table.root, why), draw: () => table.draw(true) };
};
