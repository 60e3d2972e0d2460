// The facts of a loaded page, read from its DOM.

/**
 * Returns the facts of the document. Runs in the page, so it uses nothing outside itself. `selectors` are the selectors of the
 * fact `selected`.
 *
 * Style sheets are disabled before the text is read: tagrake does not read them, but it reads `style` attributes.
 */
export function factsOfPage(selectors) {
  const collapse = (text, spaces = /[\t\n\f\r ]+/) => text.split(spaces).filter((word) => word !== "").join(" ");
  const all = (selector) => [...document.querySelectorAll(selector)];
  const contents = (selector) => all(selector).map((element) => element.getAttribute("content"));
  const root = document.documentElement;

  /** Returns the longest declared language that `:lang` matches on the root element. It matches no empty one. */
  function language() {
    if (root.lang === "" && root.hasAttribute("lang")) return "";
    const declared = [root.getAttribute("lang"), root.getAttribute("xml:lang")];
    declared.push(...contents('meta[http-equiv="content-language" i]').flatMap((list) => (list ?? "").split(/[\s,]+/)));
    const matching = declared.filter((tag) => tag && root.matches(`:lang(${CSS.escape(tag)})`));
    return matching.sort((a, b) => b.length - a.length)[0] ?? null;
  }

  const PREFIXES = /^(?:og|article|book|profile|video|music|product|fb):/i;
  function openGraph() {
    const pairs = [];
    for (const meta of all("meta[content]")) {
      const name = [meta.getAttribute("property"), meta.getAttribute("name")].find((name) => PREFIXES.test(name ?? ""));
      if (name) pairs.push(`${name.toLowerCase()}=${meta.getAttribute("content")}`);
    }
    return pairs;
  }

  // Elements whose content is not text by docs/extraction.md, although CSS displays them.
  const WITHOUT_TEXT = new Set(["audio", "canvas", "iframe", "meter", "noembed", "noframes", "noscript", "progress", "script",
    "style", "template", "textarea", "title", "video"]);
  const WITHOUT_TEXT_IN_SVG = new Set(["desc", "metadata", "script", "style", "title"]);
  // Replaced elements, whose display is `inline`.
  const REPLACED = new Set(["audio", "canvas", "embed", "iframe", "img", "object", "video"]);

  /** Returns the text of displayed elements, with spaces where a displayed box starts or ends. */
  function text() {
    const parts = [];
    const visit = (node, isVisible) => {
      if (node.nodeType === Node.TEXT_NODE) {
        if (isVisible) parts.push(node.data);
      } else if (node.nodeType === Node.ELEMENT_NODE) {
        visitElement(node);
      }
    };
    const visitElement = (element) => {
      const { display, visibility } = getComputedStyle(element);
      if (display === "none") return;
      const name = element.localName;
      const isSvg = element.namespaceURI === "http://www.w3.org/2000/svg";
      const isInline = /^(?:inline|contents|ruby.*|math)$/.test(display) && !REPLACED.has(name) && name !== "br";
      const edge = isInline && !(isSvg && name === "text") ? "" : " ";
      parts.push(edge);
      if (!(isSvg ? WITHOUT_TEXT_IN_SVG : WITHOUT_TEXT).has(name)) {
        for (const child of (element.shadowRoot ?? element).childNodes) visit(child, visibility === "visible");
      }
      parts.push(edge);
    };
    for (const sheet of document.styleSheets) sheet.disabled = true;
    for (const element of [root, document.body]) {
      element?.removeAttribute("style");
      element?.removeAttribute("hidden");
    }
    visit(root, true);
    return collapse(parts.join(""), /[\t\n\f\r \u00A0]+/);
  }

  /** Returns a line for each match of each selector: the number of the selector, and a hash of attributes and text. */
  function selected() {
    const hash = (text) => {
      let hash = 0x811c9dc5;
      for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
      return (hash >>> 0).toString(16).padStart(8, "0");
    };
    const line = (element, number) => {
      const attributes = ["class", "href", "src"].map((name) => element.getAttribute(name) ?? "");
      return `${number} ${hash([...attributes, element.textContent].join("\n"))}`;
    };
    return selectors.flatMap((selector, number) => all(selector).map((element) => line(element, number)));
  }

  const robots = contents('meta[name="robots" i]').flatMap((list) => (list ?? "").split(","));
  const description = document.querySelector('meta[name="description" i][content]');
  return {
    charset: document.characterSet,
    base: document.baseURI,
    title: document.querySelector("title:not(svg *)") ? collapse(document.title) : null,
    lang: language(),
    description: description && collapse(description.content),
    robots: robots.map((directive) => collapse(directive).toLowerCase()).filter((directive) => directive !== ""),
    // An empty `href` creates no link.
    canonical: document.querySelector('link[rel~="canonical" i][href]:not([href=""])')?.href ?? null,
    og: openGraph(),
    hrefs: all("a[href], area[href]").filter((element) => element.namespaceURI === root.namespaceURI).map(({ href }) => href),
    // Before `text` removes attributes.
    selected: selected(),
    text: text(),
  };
}
