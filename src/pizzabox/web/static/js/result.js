// The end: who won, the score as a table that adds up, and how it went as a chart.
import { $, COLOURS, el, keep, svg, topping } from "./dom.js";
import { say } from "./words.js";

export class Result {
  constructor(store) {
    this.store = store;
    this.buttons = () => [];
  }

  headline() {
    const { result, you } = this.store.table, winners = result.winners ?? [];
    if (result.why === "draw") return say("drawn");
    if (!winners.length) return say("nobody");
    if (!you.seats.length || you.seats.length > 1) return winners.length > 1 ? say("shared") : `${this.store.name(winners[0])} ${say("won")}`;
    if (winners.some((seat) => you.seats.includes(seat))) return winners.length > 1 ? say("shared") : say("you_won");
    return say("you_lost");
  }

  open() {
    const { result } = this.store.table;
    if (!result) return;
    this.fill();
    if (!$("result").open) $("result").showModal();
    $("result-buttons").querySelector("a, button")?.focus();
  }

  fill() {
    const { result, chart, seats } = this.store.table;
    $("result-title").textContent = this.headline();
    const winners = el("div", { class: "winners" }, (result.winners ?? []).map((seat) => topping(seats[seat].colour)));
    const why = result.why && result.why !== "rules" ? el("p", {}, say(`why_${result.why}`)) : null;
    $("result-text").replaceChildren(...[winners, el("p", { class: "verdict" }, result.text), why, this.tally(result.tally), chart?.rows?.length > 1 ? this.chart(chart) : null,
      result.seed ? el("p", { class: "seed", title: say("result_seed_help") }, say("result_seed", { seed: result.seed })) : null].filter(Boolean));
    keep($("result-buttons"), [...this.buttons(), el("button", { type: "button", onclick: () => $("result").close() }, say("close"))]);
  }

  tally(tally) {
    if (!tally?.rows?.length) return null;
    return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": tally.head.join(", ") }, el("table", {},
      el("thead", {}, el("tr", {}, tally.head.map((head) => el("th", { scope: "col" }, head)))),
      el("tbody", {}, tally.rows.map((row) => el("tr", {}, row.map((cell, i) => el(i ? "td" : "th", i ? {} : { scope: "row" }, i ? [] : this.mark(cell), cell)))))));
  }

  colour(name) {
    const { seats, others = [] } = this.store.table;
    return seats.find((seat) => seat.standing?.name === name || seat.name === name)?.colour ?? others.find((other) => other.name === name)?.colour;
  }

  mark(name) {
    const colour = this.colour(name);
    return colour === undefined ? [] : [topping(colour)];
  }

  chart(chart) {
    const W = innerWidth < 700 ? 330 : 560, H = 190, L = 24, R = 104, T = 10, B = 20, rows = chart.rows;
    const high = Math.max(1, ...rows.flat()), low = Math.min(0, ...rows.flat());
    const x = (i) => L + (i * (W - L - R)) / Math.max(1, rows.length - 1), y = (v) => T + ((high - v) * (H - T - B)) / (high - low || 1);
    const steps = [low, Math.round((low + high) / 2), high].filter((v, i, all) => all.indexOf(v) === i);
    const grid = steps.map((v) => svg("g", { class: "grid" }, svg("path", { d: `M${L} ${y(v)}H${W - R}` }), svg("text", { x: L - 6, y: y(v) + 4, "text-anchor": "end" }, String(v))));
    const order = chart.names.map((name, i) => ({ name, i, end: rows.at(-1)[i] })).sort((a, b) => b.end - a.end);
    let last = -Infinity;
    const lines = order.map(({ name, i, end }) => {
      const colour = chart.colours?.[i] ?? this.colour(name) ?? i, at = Math.max(y(end), last + 22);
      last = at;
      const d = rows.map((row, n) => `${n ? "L" : "M"}${x(n).toFixed(1)} ${y(row[i]).toFixed(1)}`).join("");
      const mark = topping(colour);
      for (const [key, value] of Object.entries({ x: W - R + 6, y: at - 9, width: 18, height: 18 })) mark.setAttribute(key, value);
      return svg("g", { class: "chart-line", "data-colour": COLOURS[colour] },
        svg("path", { class: "edge", d }), svg("path", { class: "line", d }), mark, svg("text", { x: W - R + 28, y: at + 4 }, `${name} ${end}`));
    });
    const summary = order.map(({ name, end }) => say("chart_line", { name, last: end })).join(", ");
    return el("figure", { class: "chart" }, el("figcaption", {}, say("chart")),
      svg("svg", { viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": say("chart_label", { summary }) }, grid, lines.reverse()));
  }
}
