// The end: who won and why, the score as a table that adds up, how it went as a chart, and the picture to share.
import { $, COLOURS, el, keep, svg, toast, topping } from "./dom.js";
import { sharePicture } from "./share_picture.js";
import { say } from "./words.js";

const NARROW = 700, LONG = 11, MANY = 3;

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
    $("result-title").focus(); // a button would scroll what matters out of sight
  }

  fill() {
    const { result, chart, seats } = this.store.table;
    $("result-title").textContent = this.headline();
    const winners = el("div", { class: "winners" }, (result.winners ?? []).map((seat) => topping(seats[seat].colour)));
    const reason = result.reason ? el("p", { class: "reason" }, result.reason) : null;
    $("result-text").replaceChildren(...[winners, el("p", { class: "verdict" }, result.text), reason, this.tally(result.tally), this.chart(chart)].filter(Boolean));
    const share = el("button", { type: "button", id: "share-picture", onclick: () => this.share() }, say("share_picture"));
    keep($("result-buttons"), [...this.buttons(), share, el("button", { type: "button", onclick: () => $("result").close() }, say("close"))]);
  }

  async share() {
    const { id, title, result } = this.store.table;
    try {
      await sharePicture(`/api/tables/${encodeURIComponent(id)}/picture.svg`, title, result.text);
    } catch {
      toast(say("share_failed"));
    }
  }

  /** The score: a row for each player, and on a narrow screen a column. What decides the game stands out. */
  tally(tally) {
    if (!tally?.rows?.length) return null;
    const upright = innerWidth < NARROW, { head, rows, decides } = tally;
    const kind = (column, row) => ({ class: [column === decides && "decides", !column && "name"].filter(Boolean).join(" ") || null, ...(column && row ? {} : { scope: row && !upright ? "row" : "col" }) });
    const cell = (column, row) => {
      if (!row) return el("th", { ...kind(column, row), scope: upright && column ? "row" : "col" }, head[column]);
      const text = rows[row - 1][column];
      return column ? el("td", kind(column, row), text) : el("th", kind(column, row), this.mark(text), el("span", {}, text));
    };
    const columns = head.map((_, i) => i), lines = [0, ...rows.map((_, i) => i + 1)];
    const grid = upright ? columns.map((column) => lines.map((row) => cell(column, row))) : lines.map((row) => columns.map((column) => cell(column, row)));
    return el("table", { class: ["tally", upright && "upright", upright && rows.length > MANY && "many"].filter(Boolean).join(" ") }, el("thead", {}, el("tr", {}, grid[0])), el("tbody", {}, grid.slice(1).map((row) => el("tr", {}, row))));
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
    if (!(chart?.rows?.length > 1) || chart.rows.every((row) => row.join() === chart.rows[0].join())) return null;
    const W = innerWidth < NARROW ? 330 : 560, H = 190, L = 24, R = 122, T = 10, B = 20, rows = chart.rows;
    const high = Math.max(1, ...rows.flat()), low = Math.min(0, ...rows.flat());
    const x = (i) => L + (i * (W - L - R)) / Math.max(1, rows.length - 1), y = (v) => T + ((high - v) * (H - T - B)) / (high - low || 1);
    const steps = [low, Math.floor((low + high) / 2), high].filter((v, i, all) => all.indexOf(v) === i);
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
        svg("path", { class: "edge", d }), svg("path", { class: "line", d }), mark, svg("text", { x: W - R + 28, y: at + 4 }, `${name.length > LONG ? `${name.slice(0, LONG - 1)}…` : name} ${end}`));
    });
    const summary = order.map(({ name, end }) => say("chart_line", { name, last: end })).join(", ");
    return el("figure", { class: "chart" }, el("figcaption", {}, chart.title),
      svg("svg", { viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": say("chart_label", { title: chart.title, summary }) }, grid, lines.reverse()));
  }
}
