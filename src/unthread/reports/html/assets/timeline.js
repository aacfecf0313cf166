// Steps over time: a lane for each thread, a row for each step. Only what is on the screen exists.

const ROW = 26;
const GUTTER = 46;
const SPARE = 12; // rows drawn beyond the visible ones
const MOST = 24; // characters of a name in a row

class Timeline {
  constructor(story, choose) {
    this.story = story;
    this.choose = choose;
    this.chosen = -1;
    this.all = false;
    this.matches = null;
    this.ordered = [];
    this.elements = new Map();
    this.laneWidth = Math.max(9, Math.min(86, 320 / story.threads.length));
    this.edges = edgesOf(story);
    this.turns = turnsOf(story);
    this.bars = barsOf(story);
    this.essential = new Set(story.essential);
    this.build();
  }

  build() {
    this.search = make("input", { type: "search", placeholder: "Search  /", "aria-label": "Search steps" });
    this.count = make("span", { class: "count", "aria-live": "polite" });
    this.toggle = make("button", { text: "All arrows", "aria-pressed": "false", title: "Also inside of a thread (a)" });
    this.toggle.addEventListener("click", () => this.showAll(!this.all));
    this.pane = pane("timeline", `Steps (${this.story.rows.length})`, this.search, this.count, this.toggle);
    this.pane.body.before(this.lanes());
    this.svg = draw("svg", { "aria-hidden": "true" });
    this.rows = make("div", { class: "rows" }, this.svg);
    this.rows.style.height = `${this.story.rows.length * ROW}px`;
    this.pane.body.append(this.rows);
    this.pane.body.tabIndex = 0;
    this.pane.body.addEventListener("scroll", () => this.later());
    new ResizeObserver(() => this.later()).observe(this.pane.body);
  }

  lanes() {
    const heads = this.story.threads.map((thread, number) => {
      const head = make("span", { title: threadTitle(this.story, number), of: threadColor(number) });
      head.append(make("b", { text: String(number) }), this.laneWidth < 40 ? "" : shortened(thread.name, Math.floor(this.laneWidth / 7)));
      if (this.laneWidth < 20) head.style.fontSize = "8px";
      head.style.left = `${GUTTER + number * this.laneWidth}px`;
      head.style.width = `${this.laneWidth}px`;
      return head;
    });
    const legend = make("span", { class: "legend" });
    this.story.locks.slice(0, 4).forEach((lock, number) => {
      legend.append(make("span", { of: lockColor(number), title: "lock" }, make("i"), lock.name));
    });
    for (const item of legend.children) item.style.position = "static";
    return make("div", { class: "lanes" }, ...heads, legend);
  }

  x(thread) {
    return GUTTER + (thread + 0.5) * this.laneWidth;
  }

  y(row) {
    return (row + 0.5) * ROW;
  }

  // At most once in a frame
  later() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      this.render();
    });
  }

  range() {
    const body = this.pane.body;
    const first = Math.max(0, Math.floor(body.scrollTop / ROW) - SPARE);
    const last = Math.min(this.story.rows.length, Math.ceil((body.scrollTop + body.clientHeight) / ROW) + SPARE);
    return [first, last];
  }

  render() {
    const [first, last] = this.range();
    for (const [number, element] of this.elements) {
      if (number < first || number >= last) {
        element.remove();
        this.elements.delete(number);
      }
    }
    for (let number = first; number < last; number += 1) {
      if (!this.elements.has(number)) {
        const element = this.row(number);
        this.elements.set(number, element);
        this.rows.append(element);
      }
      this.mark(number);
    }
    this.draw(first, last);
  }

  row(number) {
    const row = this.story.rows[number];
    const previous = this.story.rows[number - 1];
    const isTurn = previous && previous.thread !== row.thread;
    const classes = ["row", row.kind, isTurn ? "turn" : "", this.essential.has(number) ? "essential" : ""];
    const lanes = make("span");
    lanes.style.cssText = `flex:none;width:${this.story.threads.length * this.laneWidth}px`;
    const isNew = !previous || isTurn || !samePlace(previous, row);
    const what = make("span", { class: "what" }, ...spans(row, MOST));
    what.style.paddingLeft = `${4 + 12 * Math.min(row.depth || 0, 8)}px`;
    const element = make(
      "div",
      { class: classes.join(" "), title: sentence(row) },
      make("span", { class: "number", text: String(number + 1) }),
      lanes,
      make("span", { class: "at", text: row.place && isNew ? String(row.place[1]) : "" }),
      what,
      make("span", { class: "code", text: isNew ? this.code(row) : "" }),
      this.story.decisive.includes(number) ? make("span", { class: "switch", text: "decides" }) : null,
      this.essential.has(number) ? make("span", { class: "switch", text: "essential switch" }) : null,
    );
    element.dataset.row = number;
    element.style.top = `${number * ROW}px`;
    element.addEventListener("click", () => this.choose(number));
    return element;
  }

  // The line of text, unless the row says the same
  code(row) {
    const text = lineText(this.story, row.place).trim();
    return text.replace(/;\s*$/, "") === row.text ? "" : text;
  }

  mark(number) {
    const list = this.elements.get(number).classList;
    list.toggle("chosen", number === this.chosen);
    list.toggle("found", this.matches !== null && this.matches.has(number));
    list.toggle("dim", this.matches !== null && this.matches.size > 0 && !this.matches.has(number));
  }

  draw(first, last) {
    const inView = (from, to) => from < last && to >= first;
    const top = first * ROW;
    const parts = [];
    for (const turn of this.turns) {
      if (inView(turn.from, turn.to)) parts.push(this.band(turn, top));
    }
    this.story.threads.forEach((_, thread) => parts.push(...this.life(thread, first, last, top)));
    for (const bar of this.bars) {
      if (inView(bar.from, bar.to)) parts.push(this.lockBar(bar, top));
    }
    for (const edge of this.edges) {
      if ((edge.crosses || this.all) && inView(edge.from, edge.to)) parts.push(...this.edge(edge, top));
    }
    for (let number = first; number < last; number += 1) parts.push(this.dot(number, top));
    this.svg.style.top = `${top}px`;
    this.svg.setAttribute("width", GUTTER + this.story.threads.length * this.laneWidth);
    this.svg.setAttribute("height", (last - first) * ROW);
    this.svg.replaceChildren(...parts);
    this.rows.append(this.svg); // above the rows' backgrounds
  }

  band(turn, top) {
    return draw("rect", {
      class: "band", x: this.x(turn.thread) - this.laneWidth / 2 + 1, width: this.laneWidth - 2, rx: 5,
      y: turn.from * ROW - top + 1, height: (turn.to - turn.from + 1) * ROW - 2, fill: threadColor(turn.thread),
    });
  }

  life(thread, first, last, top) {
    const [from, to] = this.turns.lives[thread] || [0, -1];
    const a = Math.max(from, first);
    const b = Math.min(to, last);
    if (a >= b) return [];
    const x = this.x(thread);
    return [draw("line", {
      class: "life", x1: x, x2: x, y1: this.y(a) - top, y2: this.y(b) - top, stroke: threadColor(thread),
    })];
  }

  lockBar(bar, top) {
    const part = draw("rect", {
      class: "lock", x: this.x(bar.thread) + Math.min(9, this.laneWidth / 2 - 2) + 6 * bar.slot, width: 4, rx: 2, fill: lockColor(bar.lock),
      y: this.y(bar.from) - top - 4, height: (bar.to - bar.from) * ROW + 8,
    });
    return part;
  }

  edge(edge, top) {
    const [x1, y1, x2, y2] = [this.x(edge.source), this.y(edge.from) - top, this.x(edge.target), this.y(edge.to) - top];
    const hot = edge.from === this.chosen || edge.to === this.chosen ? " hot" : "";
    const color = edge.kind === "clash" ? "var(--bad)" : threadColor(edge.source);
    const end = y2 - 5;
    const bend = Math.min(70, (end - y1) / 2);
    const side = x1 === x2 ? -Math.min(this.laneWidth / 2 - 3, 10 + (edge.to - edge.from)) : 0;
    const path = side
      ? `M${x1} ${y1} C${x1 + side} ${y1 + 8} ${x2 + side} ${end - 8} ${x2 - 2} ${end}`
      : `M${x1} ${y1} C${x1} ${y1 + bend} ${x2} ${end - bend} ${x2} ${end}`;
    return [
      draw("path", { class: `edge ${edge.kind}${hot}`, d: path, stroke: color }),
      draw("path", { class: `tip${hot}`, d: `M${x2 - 4} ${end - 4} L${x2 + 4} ${end - 4} L${x2} ${end + 2} Z`, fill: color }),
    ];
  }

  dot(number, top) {
    const row = this.story.rows[number];
    const [x, y, color] = [this.x(row.thread), this.y(number) - top, threadColor(row.thread)];
    const size = number === this.chosen ? 5.5 : Math.min(4, this.laneWidth / 3);
    if (row.kind === "violation") {
      const d = `M${x} ${y - 8} L${x + 8} ${y} L${x} ${y + 8} L${x - 8} ${y} Z`;
      return draw("path", { d, fill: "var(--bad)" });
    }
    const isSquare = row.kind === "lock" || row.kind === "unlock" || row.kind === "wait";
    const isFull = row.kind === "write" || row.kind === "lock" || row.kind === "atomic" || row.kind === "start";
    const look = { fill: isFull ? color : "var(--pane)", stroke: color, "stroke-width": 2 };
    if (isSquare) return draw("rect", { ...look, x: x - size, y: y - size, width: 2 * size, height: 2 * size, rx: 1 });
    return draw("circle", { ...look, cx: x, cy: y, r: size });
  }

  select(number) {
    this.chosen = number;
    this.reveal(number);
    this.render();
  }

  reveal(number) {
    const body = this.pane.body;
    const margin = Math.min(4 * ROW, body.clientHeight / 3);
    const [top, bottom] = [number * ROW - margin, (number + 1) * ROW + margin];
    if (top < body.scrollTop) body.scrollTop = top;
    else if (bottom > body.scrollTop + body.clientHeight) body.scrollTop = bottom - body.clientHeight;
  }

  showAll(all) {
    this.all = all;
    this.toggle.setAttribute("aria-pressed", String(all));
    this.render();
  }

  find(text) {
    const wanted = text.trim().toLowerCase();
    this.matches = wanted ? new Set() : null;
    if (wanted) {
      this.story.rows.forEach((row, number) => {
        if (this.haystack(row).includes(wanted)) this.matches.add(number);
      });
    }
    this.ordered = this.matches ? [...this.matches] : [];
    this.tell();
    this.render();
  }

  haystack(row) {
    row.hay ??= [
      sentence(row), row.function || "", row.kind, threadTitle(this.story, row.thread),
      (row.effects || []).map((effect) => effect[1]).join(" "), lineText(this.story, row.place),
      row.place ? `${this.story.files[row.place[0]].name}:${row.place[1]}` : "",
    ].join("\n").toLowerCase();
    return row.hay;
  }

  tell() {
    const at = this.ordered.indexOf(this.chosen);
    const found = this.ordered.length;
    this.count.textContent = !this.matches ? "" : !found ? "not found" : at < 0 ? `${found} found` : `${at + 1} of ${found}`;
  }

  // The match after the chosen row, or before it
  next(direction) {
    if (!this.matches || !this.ordered.length) return;
    const list = direction > 0 ? this.ordered : [...this.ordered].reverse();
    const other = list.find((number) => (number - this.chosen) * direction > 0);
    this.choose(other === undefined ? list[0] : other);
    this.tell();
  }
}

function samePlace(a, b) {
  return a.place && b.place && a.place[0] === b.place[0] && a.place[1] === b.place[1];
}

function edgesOf(story) {
  const edges = [];
  const isOrder = (row) => ["lock", "unlock", "wait"].includes(row.kind);
  story.rows.forEach((row, to) => {
    for (const from of row.sees || []) {
      const source = story.rows[from];
      const kind = isOrder(row) && isOrder(source) ? "order" : "data";
      edges.push({ from, to, source: source.thread, target: row.thread, kind, crosses: source.thread !== row.thread });
    }
  });
  const last = story.rows.length - 1;
  story.rows.forEach((row, from) => {
    if (row.kind !== "standing" || story.summary.property !== "race") return;
    edges.push({ from, to: last, source: row.thread, target: story.rows[last].thread, kind: "clash", crosses: true });
  });
  story.threads.forEach((thread, target) => {
    const to = story.rows.findIndex((row) => row.thread === target);
    if (thread.row !== undefined && thread.row !== null && to > thread.row) {
      edges.push({ from: thread.row, to, source: thread.starter, target, kind: "start", crosses: true });
    }
  });
  return edges;
}

// Runs of rows of one thread, and from where to where each thread lives
function turnsOf(story) {
  const turns = [];
  turns.lives = [];
  story.rows.forEach((row, number) => {
    const last = turns[turns.length - 1];
    if (last && last.thread === row.thread) last.to = number;
    else turns.push({ thread: row.thread, from: number, to: number });
    const life = (turns.lives[row.thread] ??= [number, number]);
    life[1] = number;
  });
  story.threads.forEach((thread, number) => {
    const life = turns.lives[number];
    const ends = story.rows.findLastIndex((row) => row.thread === number && row.kind === "end");
    if (life && ends < 0) life[1] = story.rows.length;
  });
  return turns;
}

// Bars of one thread that overlap stand side by side
function barsOf(story) {
  const bars = story.locks.flatMap((lock, number) =>
    lock.bars.map(([thread, from, to]) => ({ lock: number, thread, from, to: to === null ? story.rows.length : to })));
  bars.sort((a, b) => a.from - b.from);
  const open = [];
  for (const bar of bars) {
    const busy = open.filter((other) => other.thread === bar.thread && other.to >= bar.from).map((other) => other.slot);
    bar.slot = [0, 1, 2, 3].find((slot) => !busy.includes(slot)) ?? 3;
    open.push(bar);
  }
  return bars;
}
