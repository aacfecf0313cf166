// What is known after the chosen step: the step itself, locks, memory, heap objects.

class StatePane {
  constructor(story, choose) {
    this.story = story;
    this.choose = choose;
    this.onlyShared = false;
    this.toggle = make("button", { text: "Shared only", "aria-pressed": "false", title: "Places that several threads touch" });
    this.toggle.addEventListener("click", () => this.filter(!this.onlyShared));
    this.pane = pane("state", "State after the step", this.toggle);
    this.step = make("div");
    this.locks = make("div");
    this.places = story.places.map((place) => this.place(place));
    const table = make("table", {}, make("tbody", {}, ...this.places.map((item) => item.line)));
    const memory = make("div", {}, make("h2", { text: "Memory" }), table);
    memory.hidden = !this.places.length;
    this.pane.body.append(this.step, this.locks, memory, this.objects());
    this.seen = new Map();
    story.rows.forEach((row, number) => {
      for (const other of row.sees || []) {
        if (!this.seen.has(other)) this.seen.set(other, []);
        this.seen.get(other).push(number);
      }
    });
  }

  place(place) {
    const value = make("td", { class: "value" });
    const who = make("td", { class: "who" }, ...badges(place.threads.toSorted((a, b) => a - b), 6));
    return { place, value, line: make("tr", {}, make("td", { text: place.name }), value, who), shown: null };
  }

  objects() {
    const { objects } = this.story.summary;
    const list = make("div");
    if (objects.length) list.append(make("h2", { text: "Heap objects" }));
    for (const item of objects) {
      const by = (what, thread, place) => `${what} by thread ${thread} at ${shortPlace(this.story.files, place) || "the library"}`;
      const freed = item.freed ? `, ${by("freed", item.freed.thread, item.freed.place)}` : "";
      const text = `${item.name}: ${item.type ? `${item.type}, ` : ""}${item.size} bytes, ${by("allocated", item.thread, item.place)}${freed}`;
      list.append(make("div", { class: "mono", text }));
    }
    return list;
  }

  filter(onlyShared) {
    this.onlyShared = onlyShared;
    this.toggle.setAttribute("aria-pressed", String(onlyShared));
    for (const { place, line } of this.places) line.hidden = onlyShared && place.threads.length < 2;
  }

  update(number) {
    this.step.replaceChildren(...this.describe(number));
    this.locks.replaceChildren(...this.holders(number));
    for (const item of this.places) this.refresh(item, number);
  }

  refresh(item, number) {
    const { place } = item;
    const change = lastUpTo(place.changes, number, (found) => found[0]);
    const isChanged = change !== null && change[0] === number;
    const value = change ? change[1] : place.first;
    const key = `${isChanged}${number * isChanged}:${value}`;
    if (item.shown === key) return;
    item.shown = key;
    item.line.classList.toggle("changed", isChanged);
    const before = isChanged ? lastUpTo(place.changes, number - 1, (found) => found[0]) : null;
    const old = before ? before[1] : place.first;
    const was = isChanged && old !== "" ? make("span", { class: "was", text: `${old} \u2192 ` }) : null;
    item.value.replaceChildren(...[was, make("span", { class: isChanged ? "now" : "", text: value || "?" })].filter(Boolean));
  }

  describe(number) {
    const row = this.story.rows[number];
    const where = row.place ? `${placeText(this.story.files, row.place)}${row.function ? ` in ${row.function}` : ""}` : "";
    const links = (label, rows) => rows.length
      ? make("div", { class: "soft" }, `${label} `, ...rows.slice(0, 12).flatMap((other) => [
        make("button", { class: "link", text: `row ${other + 1}`, click: () => this.choose(other) }), " "]))
      : null;
    return [
      make("div", { class: "step", of: threadColor(row.thread) },
        make("div", {}, make("b", { class: "of", text: threadTitle(this.story, row.thread), of: threadColor(row.thread) }), ` \u00b7 row ${number + 1}`),
        make("div", { class: "mono" }, ...spans(row)),
        make("div", { class: "soft", text: where }),
        links("sees", row.sees || []),
        links("seen by", this.seen.get(number) || [])),
    ];
  }

  holders(number) {
    const held = this.story.locks.flatMap((lock, index) => lock.bars
      .filter(([, from, to]) => from <= number && (to === null || to > number))
      .map(([thread, from]) => ({ lock, index, thread, from })));
    if (!this.story.locks.length) return [];
    const lines = held.map(({ lock, index, thread, from }) => make("tr", {},
      make("td", { class: "legend", of: lockColor(index) }, make("i"), lock.name),
      make("td", {}, badge(thread), " since ", make("button", { class: "link", text: `row ${from + 1}`, click: () => this.choose(from) }))));
    const none = make("div", { class: "soft", text: "none" });
    return [make("h2", { text: "Locks held" }), lines.length ? make("table", {}, make("tbody", {}, ...lines)) : none];
  }
}
