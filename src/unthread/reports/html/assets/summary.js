// The headline: what is wrong, where, with which values, who took part, why, and how to see it again.

function headline(story, tools, choose) {
  const { summary } = story;
  const last = story.rows.length - 1;
  const where = make("div", { class: "where" },
    make("button", { class: "link mono", text: placeText(story.files, summary.place) || "the end", click: () => choose(last) }),
    ` in ${threadTitle(story, summary.thread)} \u00b7 ${summary.property}`);
  const words = make("div", { class: "words" }, make("h1", { text: summary.heading }), where);
  return make("div", { class: "headline" }, make("span", { class: "verdict", text: DATA.verdict }), words, tools);
}

function facts(story, goTo) {
  const { summary } = story;
  const cards = make("div", { class: "facts" });
  if (summary.values.length) cards.append(valuesCard(summary.values));
  const parts = summary.participants;
  const isTold = (part) => part.holds.length || (part.what && part.what !== summary.message);
  if (parts.length > 1 || parts.some(isTold)) {
    parts.forEach((part) => cards.append(participantCard(story, part, goTo)));
  }
  if (summary.objects.length) cards.append(objectsCard(story, goTo));
  const isNamed = summary.objects.some((item) => summary.related.some((other) => sameAllocation(item, other)));
  if (summary.related.length && !isNamed) {
    const list = summary.related.map((item) => make("li", {},
      `${item.what}${item.thread === null ? "" : ` by thread ${item.thread}`} at `, placeLink(story, item.place, goTo)));
    cards.append(make("div", { class: "card" }, make("h2", { text: "Before" }), make("ul", {}, ...list)));
  }
  if (summary.why.length) {
    const list = summary.why.map((text) => make("li", { text }));
    cards.append(make("div", { class: "card why" }, make("h2", { text: "Why" }), make("ul", {}, ...list)));
  }
  cards.append(againCard(story));
  return cards;
}

function valuesCard(values) {
  const lines = values.flatMap(([text, value]) => [make("code", { text }), make("b", { class: "mono", text: value })]);
  return make("div", { class: "card" }, make("h2", { text: "Values" }), make("div", { class: "values" }, ...lines));
}

const sameAllocation = (item, other) => other.what === "allocated" && String(item.place) === String(other.place);

// What "heap#1" is, and where it comes from
function objectsCard(story, goTo) {
  const who = (thread, place) => [` by thread ${thread} at `, placeLink(story, place, goTo)];
  const list = story.summary.objects.map((item) => make("li", {},
    make("code", { text: item.name }), `: ${item.type ? `${item.type}, ` : ""}${item.size} byte${item.size === 1 ? "" : "s"}, allocated`,
    ...who(item.thread, item.place), ...(item.freed ? [", freed", ...who(item.freed.thread, item.freed.place)] : [])));
  return make("div", { class: "card heap" }, make("h2", { text: "Heap" }), make("ul", {}, ...list));
}

// A place that shows its line when it is clicked
function placeLink(story, place, goTo) {
  const text = shortPlace(story.files, place) || "the library";
  return make("button", { class: "link", text, title: placeText(story.files, place), click: () => place && goTo(place) });
}

function participantCard(story, part, goTo) {
  const at = (place) => placeLink(story, place, goTo);
  const isMain = part.thread === story.summary.thread && part.what === story.summary.message;
  const calls = part.stack.slice(1, 4).map((frame) => make("div", { class: "soft" }, `called from ${frame.function} at `, at(frame.place)));
  const holds = part.holds.map((held) => make("div", {}, `holds ${held.sort} `, make("code", { text: held.lock }), make("span", { class: "soft", text: ", taken at " }), at(held.place)));
  const isOwned = part.waits_for !== null && !part.what.includes(`thread ${part.waits_for}`);
  const isRace = story.summary.property === "race";
  const none = isRace && !part.holds.length ? make("div", { text: "holds no lock" }) : null;
  const known = story.threads[part.thread];
  const starter = isRace && known && known.place ? make("div", { class: "soft" }, `started by ${threadTitle(story, known.starter)} at `, at(known.place)) : null;
  return make("div", { class: "card thread", of: threadColor(part.thread) },
    make("div", {}, make("b", { class: "of", text: threadTitle(story, part.thread) }), " at ", at(part.place)),
    isMain ? null : make("div", { class: "mono", text: part.what }),
    isOwned ? make("div", { text: part.behind ? `behind ${threadTitle(story, part.waits_for)}, which waits to write` : `which ${threadTitle(story, part.waits_for)} holds` }) : null,
    ...calls, ...holds, none, starter);
}

function againCard(story) {
  const number = DATA.stories.indexOf(story);
  const save = make("button", { class: "link", text: "save the trace", click: () => saveTrace(number) });
  const stored = number === 0 && DATA.stored;
  const command = make("code", { text: stored ? `unthread replay ${DATA.stored}` : "unthread replay trace.json" });
  return make("div", { class: "card again" }, make("h2", { text: "Reproduce" }),
    make("div", {}, command, " \u00b7 ", save),
    ...story.summary.schedules.map((text) => make("div", { class: "soft", text })),
    make("div", { class: "soft" }, "found by ", make("code", { text: story.summary.find })));
}

function saveTrace(number) {
  const traces = JSON.parse(document.getElementById("traces").textContent);
  const address = URL.createObjectURL(new Blob([traces[number]], { type: "application/json" }));
  make("a", { href: address, download: number ? `trace-${number + 1}.json` : "trace.json" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
