// Renders code, formulas and Markdown with packages from npm:
//
//     node parts.mjs MODULES < requests.json > results.json
//
// MODULES is a folder with `node_modules`. A request is `[engine, text, option]`: option is the language of code, and whether a formula
// is on a line of its own. A result is HTML.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const require = createRequire(resolve(process.argv[2], "node_modules", "x.js"));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const katex = require("katex");
const temml = require("temml");
const texzilla = require("texzilla");
const hljs = require("highlight.js");
const Prism = require("prismjs");
require("prismjs/components/")(["python", "c", "bash", "shell-session", "json", "yaml", "toml", "rust", "r", "julia", "sql", "css", "markup", "go", "haskell"]);
const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

// MathJax 3 with its assistive MathML, as its component writes pages.
function mathJax3(makeOutput) {
    const { mathjax } = require("mathjax-full/js/mathjax.js");
    const { TeX } = require("mathjax-full/js/input/tex.js");
    const { liteAdaptor } = require("mathjax-full/js/adaptors/liteAdaptor.js");
    const { RegisterHTMLHandler } = require("mathjax-full/js/handlers/html.js");
    const { AssistiveMmlHandler } = require("mathjax-full/js/a11y/assistive-mml.js");
    const { AllPackages } = require("mathjax-full/js/input/tex/AllPackages.js");
    const adaptor = liteAdaptor();
    const handler = RegisterHTMLHandler(adaptor);
    AssistiveMmlHandler(handler);
    const document = mathjax.document("", { InputJax: new TeX({ packages: AllPackages }), OutputJax: makeOutput() });
    return (tex, display) => {
        const { STATE } = require("mathjax-full/js/core/MathItem.js");
        const item = new document.options.MathItem(tex, document.inputJax[0], display);
        item.setMetrics(16, 8, 640, 100000, 1);
        item.display = display;
        item.start = { node: null, n: 0, delim: "" };
        item.end = { node: null, n: 0, delim: "" };
        item.compile(document);
        item.typeset(document);
        item.assistiveMml(document, true);
        return adaptor.outerHTML(item.typesetRoot);
    };
}

// MathJax 4 writes no assistive MathML by default, but `data-latex`.
async function mathJax4() {
    const MathJax = require("@mathjax/src");
    await MathJax.init({ loader: { load: ["input/tex", "output/chtml"] } });
    return async (tex, display) => MathJax.startup.adaptor.outerHTML(await MathJax.tex2chtmlPromise(tex, { display }));
}

const { CHTML } = require("mathjax-full/js/output/chtml.js");
const { SVG } = require("mathjax-full/js/output/svg.js");
const lazily = (make) => {
    let made;
    return async (...values) => (await (made ??= make()))(...values);
};
const prismNames = { console: "shell-session", html: "markup", pycon: "python", text: "none" };
const prism = (code, language) => {
    const name = prismNames[language] ?? language;
    return Prism.languages[name] ? Prism.highlight(code, Prism.languages[name], name) : escape(code);
};
const highlightJs = (code, language) => {
    const name = { pycon: "python-repl", console: "shell", toml: "ini", text: "plaintext" }[language] ?? language;
    return hljs.highlight(code, { language: name }).value;
};

const engines = {
    katex: (tex, displayMode) => katex.renderToString(tex, { displayMode, strict: "ignore" }),
    "katex-mathml": (tex, displayMode) => katex.renderToString(tex, { displayMode, strict: "ignore", output: "mathml" }),
    temml: (tex, displayMode) => temml.renderToString(tex, { displayMode }),
    "temml-annotated": (tex, displayMode) => temml.renderToString(tex, { displayMode, annotate: true }),
    texzilla: (tex, display) => texzilla.toMathMLString(tex, display),
    "mathjax3-chtml": lazily(() => mathJax3(() => new CHTML({ fontURL: "fonts" }))),
    "mathjax3-svg": lazily(() => mathJax3(() => new SVG({ fontCache: "global" }))),
    "mathjax4-chtml": lazily(mathJax4),
    prism,
    hljs: highlightJs,
    shiki: async (code, lang) => (await load("shiki")).codeToHtml(code, { lang: lang === "pycon" ? "python" : lang, theme: "nord" }),
    "markdown-it": (markdown) => {
        const highlight = (code, language) =>
            `<pre><code class="hljs language-${language}">${highlightJs(code.replace(/\n$/, ""), language)}</code></pre>`;
        return require("markdown-it")({ highlight, typographer: true }).use(require("markdown-it-texmath"), { engine: katex, delimiters: "dollars" }).render(markdown);
    },
    marked: async (markdown) => (await load("marked")).marked(markdown),
    remark: async (markdown) => {
        const use = async (name) => (await load(name)).default;
        const { unified } = await load("unified");
        const processor = unified().use(await use("remark-parse")).use(await use("remark-gfm")).use(await use("remark-math"))
            .use(await use("remark-rehype")).use(await use("rehype-katex"))
            .use(await use("rehype-pretty-code"), { defaultLang: "text" }).use(await use("rehype-stringify"));
        return String(await processor.process(markdown));
    },
    "remark-highlight": async (markdown) => {
        const use = async (name) => (await load(name)).default;
        const { unified } = await load("unified");
        const processor = unified().use(await use("remark-parse")).use(await use("remark-gfm")).use(await use("remark-math"))
            .use(await use("remark-rehype")).use(await use("rehype-katex")).use(await use("rehype-prism-plus"), { ignoreMissing: true, showLineNumbers: true })
            .use(await use("rehype-stringify"));
        return String(await processor.process(markdown));
    },
};

const results = [];
for (const [engine, text, option] of JSON.parse(readFileSync(0, "utf8"))) results.push(await engines[engine](text, option));
// MathJax 4 keeps the event loop alive.
process.stdout.write(JSON.stringify(results), () => process.exit(0));
