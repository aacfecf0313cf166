// Answers without a bug: what was searched, what was reached, what was left out.

const REACHED = new Map([[true, ["yes", "\u2713 reached"]], [false, ["no", "\u2717 not reached"]], [null, ["maybe", "? unknown"]]]);

function showCoverage() {
  const words = make("div", { class: "words" }, make("h1", { text: DATA.heading }),
    ...DATA.hints.map((text) => make("div", { class: "where", text })));
  const top = make("div", { class: "headline" }, make("span", { class: `verdict ${DATA.mood}`, text: DATA.verdict }), words, toolBar());
  document.getElementById("top").replaceChildren(top);
  if (!DATA.coverage) return;
  const main = document.getElementById("main");
  main.className = "coverage";
  const texts = DATA.coverage.lines.length ? [textsPane(DATA.coverage)] : [];
  main.replaceChildren(make("div", { class: "column" }, extentPane(DATA.coverage), ledgerPane(DATA.coverage)), ...texts);
}

function extentPane(coverage) {
  const found = pane("extent", coverage.complete ? "Searched: every execution" : "Searched, within limits");
  const list = make("dl", { class: "split" });
  for (const [label, texts] of coverage.rows) {
    list.append(make("dt", { text: label }), make("dd", {}, ...texts.map((text) => make("div", { text }))));
  }
  const limits = Object.entries(coverage.bounds).map(([name, value]) => `${value} ${name}`).join(", ");
  if (!coverage.complete) list.append(make("dt", { text: "bounds" }), make("dd", { text: limits }));
  found.body.append(list);
  return found.root;
}

function ledgerPane(coverage) {
  const counted = coverage.ledger.filter((visit) => visit.reached).length;
  const found = pane("ledger", `Reached: ${counted} of ${coverage.ledger.length}`);
  const lines = coverage.ledger.map((visit) => {
    const [name, word] = REACHED.get(visit.reached);
    return make("tr", {}, make("td", { class: name, text: word }), make("td", { text: visit.what }),
      make("td", { class: "mono soft", text: placeText(coverage.files, visit.place) }), make("td", { class: "soft", text: visit.threads.join(", ") }));
  });
  const heads = ["", "What", "Where", "By"].map((text) => make("th", { text }));
  found.body.append(make("table", {}, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...lines)));
  return found.root;
}

// The program's text with a mark on each line that executions may reach
function textsPane(coverage) {
  const classes = { yes: "reached", no: "unreached", maybe: "unsure" };
  const found = pane("source", "Lines", make("span", { class: "soft", text: "green: reached, red: not reached, yellow: unknown" }));
  found.body.append(...coverage.files.map((file, number) => {
    const { root, lines } = buildText(file);
    for (const visit of coverage.lines) {
      const line = visit.place && visit.place[0] === number ? lines.get(visit.place[1]) : null;
      if (line) line.line.classList.add(classes[REACHED.get(visit.reached)[0]]);
      if (line) line.line.title = visit.threads.length ? `reached by ${visit.threads.join(", ")}` : REACHED.get(visit.reached)[1];
    }
    return make("div", {}, make("div", { class: "name mono", text: file.name }), root);
  }));
  return found.root;
}
