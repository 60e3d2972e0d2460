// Checks with KaTeX that every TeX of formulas.txt is accepted, and that no letter, digit or symbol is lost:
//
//     npm install --prefix DIR katex && node extract/tests/mathml/check.mjs DIR
//
// The characters that KaTeX displays are compared with the characters of the MathML, in any order, because KaTeX writes scripts
// and limits in its own order. `differs` finds the formulas that are not compared.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const katex = createRequire(join(resolve(process.argv[2] ?? "."), "node_modules", "x.js"))("katex");
const entities = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"' };
// Alternatives that are not displayed, delimiters that are attributes, and Greek letters that TeX writes as Latin ones.
const differs = /^<maction|^<mfenced open="a"|Α/u;
const text = (mathml) =>
    mathml
        .replace(/<(annotation|annotation-xml|mphantom)\b.*?<\/\1>/gs, "")
        .replace(/<[^>]*>/g, "")
        .replace(/&(lt|gt|amp|quot);/g, (entity) => entities[entity]);
const letters = (string) =>
    [...string.normalize("NFKD").replaceAll("ı", "i")]
        .filter((letter) => /[\p{L}\p{N}]/u.test(letter) && !/\p{Lm}/u.test(letter))
        .sort()
        .join("");

let failures = 0;
const lines = readFileSync(new URL("formulas.txt", import.meta.url), "utf8").trimEnd().split("\n");
for (const line of lines) {
    const [mathml, tex] = line.split("\t");
    try {
        const options = { throwOnError: true, strict: "ignore", displayMode: true, output: "mathml" };
        const shown = letters(text(katex.renderToString(tex, options)));
        if (!differs.test(mathml) && shown !== letters(text(mathml))) throw new Error(`shows ${shown} for ${letters(text(mathml))}`);
    } catch (error) {
        failures += 1;
        console.log(`${mathml}\n  ${tex}\n  ${error.message}`);
    }
}
console.log(`${lines.length} formulas, ${failures} failures`);
process.exitCode = failures === 0 ? 0 : 1;
