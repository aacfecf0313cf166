// The program's text, at the line of the chosen step, with where the other threads stand.

const TOKENS = /(\/\/.*|\/\*.*?(?:\*\/|$))|("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)|(^\s*#\s*\w+)|\b(auto|break|case|char|const|continue|default|do|double|else|enum|extern|float|for|goto|if|inline|int|long|register|restrict|return|short|signed|sizeof|static|struct|switch|typedef|union|unsigned|void|volatile|while|_Atomic|_Bool|_Thread_local)\b/g;
const TOKEN_CLASSES = [null, "comment", "string", "macro", "keyword"];

function lineText(story, place) {
  if (!place) return "";
  story.texts ??= story.files.map((file) => new Map(file.lines));
  return story.texts[place[0]].get(place[1]) || "";
}

// The line as pieces with colors; says whether a comment continues in the next line.
function colored(text, inComment) {
  const parts = [];
  let at = 0;
  if (inComment) {
    const end = text.indexOf("*/");
    at = end < 0 ? text.length : end + 2;
    parts.push(make("span", { class: "comment", text: text.slice(0, at) }));
    if (end < 0) return [parts, true];
  }
  let goesOn = false;
  TOKENS.lastIndex = at;
  for (let found = TOKENS.exec(text); found; found = TOKENS.exec(text)) {
    if (found.index > at) parts.push(text.slice(at, found.index));
    const kind = found.findIndex((group, index) => index && group !== undefined);
    parts.push(make("span", { class: TOKEN_CLASSES[kind], text: found[0] }));
    at = found.index + found[0].length;
    goesOn = kind === 1 && found[0].startsWith("/*") && !(found[0].endsWith("*/") && found[0].length > 3);
    if (!found[0].length) break;
  }
  if (at < text.length) parts.push(text.slice(at));
  return [parts, goesOn];
}

// Lines of a file, by number, as elements
function buildText(file) {
  const lines = new Map();
  const root = make("div", { class: "text" });
  let inComment = false;
  let last = 0;
  for (const [number, text] of file.lines) {
    if (number !== last + 1) {
      inComment = false;
      root.append(make("div", { class: "gap", text: "\u22ee" }));
    }
    const indent = text.length - text.trimStart().length;
    const [parts, goesOn] = colored(text.slice(indent), inComment);
    const marks = make("span", { class: "marks" });
    const line = make("div", {}, make("span", { class: "gutter" }, marks, String(number)),
      make("span", {}, text.slice(0, indent), make("span", { class: "line" }, ...parts)));
    line.dataset.line = number;
    lines.set(number, { line, marks, threads: [] });
    root.append(line);
    [inComment, last] = [goesOn, number];
  }
  return { root, lines };
}

class SourcePane {
  constructor(story) {
    this.story = story;
    this.shown = -1;
    this.built = [];
    this.marked = [];
    this.select = make("select", { "aria-label": "File" });
    story.files.forEach((file, number) => this.select.append(make("option", { value: number, text: file.name })));
    this.select.addEventListener("change", () => this.show(Number(this.select.value)));
    this.pane = pane("source", "Source", this.select);
    this.note = make("div", { class: "note", text: "The file has changed or is gone: these are the lines that the trace keeps." });
    this.note.hidden = true;
    this.pane.body.before(this.note);
  }

  show(file) {
    if (file === this.shown || !this.story.files.length) return;
    this.shown = file;
    this.select.value = String(file);
    this.note.hidden = this.story.files[file].whole;
    this.built[file] ??= buildText(this.story.files[file]);
    this.pane.body.replaceChildren(this.built[file].root);
  }

  // Where each thread stands when this row is the last one that happened
  update(number, positions) {
    const row = this.story.rows[number];
    const place = row.place || (positions[row.thread] && this.story.rows[positions[row.thread]].place);
    if (place) this.show(place[0]);
    for (const found of this.marked) {
      found.line.classList.remove("here", "broken");
      found.marks.replaceChildren();
      found.threads = [];
    }
    this.marked = [];
    positions.forEach((at, thread) => {
      const where = at === null ? null : this.story.rows[at].place;
      if (where) this.mark(where, thread, thread === row.thread, at === number && row.kind === "violation");
    });
    if (place) this.reveal(place);
  }

  mark(place, thread, isHere, isBroken) {
    const found = this.built[place[0]] && this.built[place[0]].lines.get(place[1]);
    if (!found) return;
    this.marked.push(found);
    if (isHere) found.threads.unshift(thread);
    else found.threads.push(thread);
    found.marks.replaceChildren(...badges(found.threads, 3));
    if (isHere) {
      found.line.classList.add("here");
      found.line.style.setProperty("--of", threadColor(thread));
    }
    found.line.classList.toggle("broken", isBroken || found.line.classList.contains("broken"));
  }

  // A place that somebody asked for, which no step need be at
  goTo(place) {
    this.show(place[0]);
    this.reveal(place);
    const found = this.built[place[0]].lines.get(place[1]);
    if (!found) return;
    found.line.animate([{ backgroundColor: "var(--found)" }, {}], 1500);
  }

  reveal(place) {
    const found = this.built[place[0]].lines.get(place[1]);
    if (!found) return;
    const body = this.pane.body;
    const [top, height] = [found.line.offsetTop, body.clientHeight];
    if (top < body.scrollTop + 40 || top > body.scrollTop + height - 60) body.scrollTop = top - height / 2;
  }
}
