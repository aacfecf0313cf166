// The page put together; keys; themes; what is printed.

const HELP = [
  ["\u2193 j", "next step"], ["\u2191 k", "previous step"], ["n  p", "next, previous step of the same thread"],
  ["PgDn PgUp", "ten steps on, back"], ["Home End", "first, last step"], ["/", "search; Enter and Shift+Enter go from match to match"],
  ["a", "arrows inside of threads too"], ["s", "only places that several threads touch"], ["t", "light or dark"], ["?", "this help"],
];
const SIGNS = [
  ["\u25cf", "a write, an atomic step, a thread that is started"], ["\u25cb", "a read, and whatever else"],
  ["\u25a0 \u25a1", "a lock is taken, given back; bars beside a lane say who holds it"], ["\u25c6", "the violation"],
  ["\u2500\u25b6", "a read sees this write"], ["\u2504\u25b6", "a lock is taken after this unlock"], ["\u22ef\u25b6", "a thread is started; in red: two accesses that race"],
];

class Report {
  constructor(story) {
    this.story = story;
    const choose = (number) => this.select(number);
    this.timeline = new Timeline(story, choose);
    this.source = new SourcePane(story);
    this.state = new StatePane(story, choose);
    this.ofThread = story.threads.map(() => []);
    story.rows.forEach((row, number) => {
      if (row.place) this.ofThread[row.thread].push(number);
    });
    story.files.forEach((file, number) => { this.source.built[number] ??= buildText(file); });
    const { search } = this.timeline;
    search.addEventListener("input", () => this.timeline.find(search.value));
    search.addEventListener("keydown", (event) => this.searchKey(event));
  }

  show() {
    const tabs = DATA.stories.length > 1 ? storyTabs(this.story) : null;
    const top = [headline(this.story, toolBar(), (number) => this.select(number)), tabs, facts(this.story, (place) => this.source.goTo(place))];
    document.getElementById("top").replaceChildren(...top.filter(Boolean));
    const main = document.getElementById("main");
    main.replaceChildren(this.timeline.pane.root, this.source.pane.root, this.state.pane.root);
    this.select(this.chosen ?? this.story.rows.length - 1);
  }

  select(number) {
    this.chosen = Math.max(0, Math.min(this.story.rows.length - 1, number));
    this.timeline.select(this.chosen);
    this.source.update(this.chosen, this.ofThread.map((rows) => lastUpTo(rows, this.chosen)));
    this.state.update(this.chosen);
    this.timeline.tell();
  }

  // The next or previous row of the thread of the chosen one
  along(direction) {
    const { thread } = this.story.rows[this.chosen];
    for (let at = this.chosen + direction; this.story.rows[at]; at += direction) {
      if (this.story.rows[at].thread === thread) return this.select(at);
    }
    return undefined;
  }

  searchKey(event) {
    if (event.key === "Enter") this.timeline.next(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") {
      event.target.value = "";
      this.timeline.find("");
      this.timeline.pane.body.focus();
    } else return;
    event.preventDefault();
  }

  key(key) {
    const moves = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };
    if (key in moves) this.select(this.chosen + moves[key]);
    else if (key === "n") this.along(1);
    else if (key === "p") this.along(-1);
    else if (key === "a") this.timeline.showAll(!this.timeline.all);
    else if (key === "s") this.state.filter(!this.state.onlyShared);
    else if (key === "/") this.timeline.search.focus();
    else return false;
    return true;
  }

  table() {
    const lines = this.story.rows.map((row, number) => make("tr", { class: row.kind }, ...[
      String(number + 1), threadTitle(this.story, row.thread),
      row.place ? `${this.story.files[row.place[0]].name.split("/").pop()}:${row.place[1]}` : "",
      sentence(row), lineText(this.story, row.place).trim(),
    ].map((text) => make("td", { text }))));
    const heads = ["", "Thread", "Line", "What happens", "Text"].map((text) => make("th", { text }));
    return make("table", {}, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...lines));
  }
}

function toolBar() {
  return make("div", { class: "tools" },
    make("button", { id: "theme", text: "Light / dark", title: "t", click: switchTheme }),
    make("button", { text: "Keys ?", click: showHelp }));
}

function storyTabs(current) {
  const buttons = DATA.stories.map((story, number) => make("button", {
    text: `${number + 1} \u00b7 ${story.summary.heading}`, "aria-pressed": String(story === current), click: () => open(number),
  }));
  return make("nav", { class: "tabs", "aria-label": "Violations" }, ...buttons);
}

function switchTheme() {
  const root = document.documentElement;
  const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
}

function showHelp() {
  const dialog = document.getElementById("help");
  const list = HELP.flatMap(([keys, text]) => [
    make("dt", {}, ...keys.split(" ").filter(Boolean).flatMap((key) => [make("kbd", { text: key }), " "])),
    make("dd", { text }),
  ]);
  const signs = SIGNS.flatMap(([sign, text]) => [make("dt", { text: sign }), make("dd", { text })]);
  const close = make("button", { text: "Close", click: () => dialog.close() });
  dialog.replaceChildren(make("h2", { text: "Keys" }), make("dl", {}, ...list), make("h2", { text: "Signs" }), make("dl", {}, ...signs), close);
  dialog.showModal();
}

const reports = [];
let report = null;

function open(number) {
  report = reports[number] ??= new Report(DATA.stories[number]);
  report.show();
}

document.addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey || document.getElementById("help").open) return;
  if (event.key === "t") switchTheme();
  else if (event.key === "?") showHelp();
  else if (!report || !report.key(event.key)) return;
  event.preventDefault();
});
addEventListener("beforeprint", () => {
  if (report) document.getElementById("print").replaceChildren(report.table());
});
addEventListener("afterprint", () => document.getElementById("print").replaceChildren());

if (DATA.stories.length) open(0);
else showCoverage();
