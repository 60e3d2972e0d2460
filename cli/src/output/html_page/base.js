// The parts that all reports share: data, elements, text, clipboard, summary and theme.

const data = JSON.parse(document.getElementById("data").textContent);

/** Creates an element with attributes, event listeners and children. Strings become text nodes, never markup. */
const element = (name, properties = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "class") made.className = value;
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
  return made;
};

const grouped = new Intl.NumberFormat("en").format;
const plural = (count, word) => `${grouped(count)} ${word}${count === 1 ? "" : "s"}`;

/** Characters that are invisible, or that change the display of others. */
const INVISIBLE =
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\r\n?|\n/g;

/** Appends text, with marks for invisible characters. If `breaks`, newlines also break lines. */
const drawString = (span, text, breaks = false) => {
  let passed = 0;
  for (const found of text.matchAll(INVISIBLE)) {
    span.append(text.slice(passed, found.index));
    passed = found.index + found[0].length;
    const code = found[0].codePointAt(0);
    if (code === 10 || code === 13) {
      span.append(element("span", { class: "newline" }, found[0] === "\r" ? "␍" : "↵"), breaks ? "\n" : "");
    } else {
      const name = code.toString(16).toUpperCase().padStart(4, "0");
      span.append(element("span", { class: "control", title: `U+${name}` }, name));
    }
  }
  span.append(text.slice(passed));
};

/** Copies text to the clipboard. The fallback is for browsers that refuse the clipboard to pages from a file. */
const copy = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = element("textarea", { class: "hidden", "aria-hidden": "true" });
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
};

/** Fills the summary at the top. A bad fact is drawn in the colour of errors. */
const showFacts = (facts) => {
  const list = document.querySelector("#facts dl");
  for (const { name, value, more, isBad } of facts) {
    list.append(element("div", { class: isBad ? "bad" : null }, element("dt", {}, name), element("dd", {}, value), element("dd", { class: "more", title: more }, more)));
  }
};

/** The theme: as the system, light, dark. */
const themes = ["auto", "light", "dark"];
const themeButton = document.getElementById("theme");
themeButton.addEventListener("click", () => {
  const root = document.documentElement;
  const next = themes[(themes.indexOf(root.dataset.theme ?? "auto") + 1) % themes.length];
  root.dataset.theme = next;
  themeButton.textContent = `Theme: ${next}`;
});
