// What every part uses: the data, and elements whose text is text.

const DATA = JSON.parse(document.getElementById("data").textContent);
const SVG = "http://www.w3.org/2000/svg";
const COLORS = 8;

function make(tag, options = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(options)) {
    if (name === "text") element.textContent = value;
    else if (name === "class") element.className = value;
    else if (name === "click") element.addEventListener("click", value);
    else if (name === "of") element.style.setProperty("--of", value);
    else element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

function draw(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

function pane(id, heading, ...tools) {
  const body = make("div", { class: "body" });
  const bar = make("div", { class: "bar" }, make("h2", { text: heading }), ...tools);
  return { root: make("section", { class: "pane", id, "aria-label": heading }, bar, body), bar, body };
}

const threadColor = (thread) => `var(--t${thread % COLORS})`;
const lockColor = (lock) => `var(--l${lock % 4})`;

function badge(thread) {
  return make("span", { class: "badge", text: String(thread), of: threadColor(thread) });
}

// One for each thread, or for the first few and how many more there are
function badges(threads, most) {
  const shown = threads.length > most ? threads.slice(0, most - 1) : threads;
  const more = threads.length - shown.length;
  return [...shown.map(badge), ...(more ? [make("span", { class: "soft", text: `+${more}`, title: threads.join(", ") })] : [])];
}

// "file:line:column", for a place of the given files
function placeText(files, place) {
  return place ? `${files[place[0]].name}:${place[1]}:${place[2]}` : "";
}

// The same, as short as a report about these files may write it
function shortPlace(files, place) {
  if (!place) return "";
  const name = (file) => file.name.split("/").pop();
  const own = name(files[place[0]]);
  const isUnique = files.filter((file) => name(file) === own).length === 1;
  return `${isUnique ? own : files[place[0]].name}:${place[1]}`;
}

// The last item of a sorted list that is not above the limit
function lastUpTo(list, limit, key = (item) => item) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (key(list[middle]) <= limit) low = middle + 1;
    else high = middle;
  }
  return low ? list[low - 1] : null;
}

function threadTitle(story, thread) {
  const known = story.threads[thread];
  return `thread ${thread}${known ? ` (${known.name})` : ""}`;
}

// What a row says, as pieces: [class, text, whether it is a name]
function pieces(row) {
  const found = row.text ? [["", row.text]] : [];
  const effects = row.effects || [];
  if (effects.length && row.text) found.push(["soft", "  "]);
  if (row.kind === "atomic" && !row.text) found.push(["soft", "atomic "]);
  effects.slice(0, 4).forEach(([kind, place, value, before, written], index) => {
    if (index) found.push(["soft", ", "]);
    found.push(["", written && effects.length === 1 ? written : place, true]);
    if (kind === "write") {
      found.push(["soft", " = "]);
      if (before) found.push(["was", `${before} \u2192 `]);
      found.push(["now", value]);
    } else {
      found.push(["soft", " is "], ["", value]);
    }
  });
  if (effects.length > 4) found.push(["soft", ` and ${effects.length - 4} more`]);
  if (row.note) found.push(["soft", `  ${row.note}`]);
  return found;
}

const sentence = (row) => pieces(row).map(([, text]) => text).join("");

// A long name without its middle: how it ends often tells it from others
function shortened(text, most) {
  if (text.length <= most) return text;
  const tail = Math.floor((most - 1) / 2);
  return `${text.slice(0, most - 1 - tail)}\u2026${tail ? text.slice(-tail) : ""}`;
}

// At most that many characters of each name; what is cut stands in the title
function spans(row, most = Infinity) {
  return pieces(row).map(([name, text, isName]) => {
    const shown = isName ? shortened(text, most) : text;
    return make("span", shown === text ? { class: name, text } : { class: name, text: shown, title: text });
  });
}
