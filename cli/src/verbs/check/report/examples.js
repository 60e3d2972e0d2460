// The examples of a number: a dialog with the file, offset and URL of each record, and the command that shows it.

/** Returns an element with text that may come from a file. Invisible characters are marked. */
const outside = (name, properties, text) => {
  const made = element(name, { ...properties, dir: "ltr" });
  drawString(made, text);
  return made;
};

/** Returns the command that shows an example, or null. */
const commandOf = ([origin, offset, , command, url]) => {
  const file = data.origins[origin][1];
  if (file === null || data.commands[command] === "") return null;
  const values = { file, offset: String(offset), url: url ?? "" };
  return data.commands[command].replace(/\{(\w+)\}/g, (_, name) => values[name]);
};

const commandLine = (command) => {
  const button = element("button", { type: "button", class: "copy" }, "Copy");
  button.addEventListener("click", async () => {
    await copy(command);
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 1500);
  });
  return element("div", { class: "command" }, outside("code", {}, command), button);
};

const exampleItem = (index) => {
  const record = data.records[index];
  const [origin, offset, url] = record;
  const place = element("div", { class: "place" }, outside("span", { class: "file" }, data.origins[origin][0]));
  if (offset !== null) place.append(element("span", { class: "quiet" }, `offset ${grouped(offset)}`));
  const command = commandOf(record);
  return element(
    "li",
    {},
    ...(url === null ? [] : [outside("div", { class: "url" }, url)]),
    place,
    command ? commandLine(command) : element("div", { class: "quiet" }, "No command can name this place."),
  );
};

const dialog = document.getElementById("examples");
dialog.addEventListener("click", (event) => {
  // The backdrop is the dialog itself.
  if (event.target === dialog) dialog.close();
});

/** Shows the examples of a number. */
const showExamples = (title, count, noun, indices) => {
  const heading = document.getElementById("examples-title");
  heading.replaceChildren();
  drawString(heading, title);
  const all = indices.length === count;
  document.getElementById("examples-note").textContent = all
    ? plural(count, noun)
    : `The first ${plural(indices.length, "example")} of ${plural(count, noun)}, in the order of the input`;
  document.getElementById("examples-list").replaceChildren(...indices.map(exampleItem));
  dialog.showModal();
  dialog.scrollTop = 0;
};

/** Returns a button for a number with examples, or else plain text. */
const numberButton = (title, count, noun, indices, properties, ...children) => {
  if (indices.length === 0) return element("div", properties, ...children);
  const show = () => showExamples(title, count, noun, indices);
  return element("button", { ...properties, type: "button", onclick: show, "aria-haspopup": "dialog" }, ...children);
};
