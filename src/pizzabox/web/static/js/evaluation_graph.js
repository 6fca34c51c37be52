// The evaluation graph: each player's chance to win over the game. Lines differ in dash and mark, not in colour alone.
import { COLOURS, el, svg, topping } from "./dom.js";
import { say } from "./words.js";

const W = 370, H = 156, L = 46, R = 30, T = 10, B = 22, MARK = 18;

export class EvaluationGraph {
  constructor(box, replay, jump) {
    Object.assign(this, { box, replay, jump });
    this.x = (n) => L + (n * (W - L - R)) / Math.max(1, replay.last);
    this.y = (share) => T + (1 - share) * (H - T - B);
    this.cursor = svg("path", { class: "cursor" });
    box.addEventListener("click", (event) => {
      const picture = box.querySelector("svg");
      if (!picture || !event.target.closest("svg")) return;
      const rect = picture.getBoundingClientRect();
      jump(Math.round((((event.clientX - rect.left) / rect.width) * W - L) / ((W - L - R) / Math.max(1, replay.last))));
    });
  }

  at(n) {
    this.cursor.setAttribute("d", `M${this.x(Math.max(0, n)).toFixed(1)} ${T}V${H - B}`);
  }

  draw(opinion) {
    const { chances, mistakes } = opinion;
    const known = chances.map((row, n) => [n, row]).filter(([, row]) => row);
    if (!known.length) return this.box.replaceChildren();
    const grid = [0, 0.5, 1].map((share) => svg("g", { class: "grid" }, svg("path", { d: `M${L} ${this.y(share)}H${W - R}` }), svg("text", { x: L - 5, y: this.y(share) + 4, "text-anchor": "end" }, `${share * 100}%`)));
    const ends = [0, this.replay.last].map((n) => svg("g", { class: "grid" }, svg("text", { x: this.x(n), y: H - 4, "text-anchor": n ? "end" : "start" }, String(n))));
    const last = known.at(-1)[1];
    const order = this.replay.seats.map((seat) => ({ seat, end: last[seat.seat] })).sort((a, b) => b.end - a.end);
    const places = order.map(({ end }) => this.y(end));
    for (let i = 1; i < places.length; i++) places[i] = Math.max(places[i], places[i - 1] + MARK);
    for (let i = places.length - 1, most = H - MARK / 2; i >= 0; i--, most -= MARK) places[i] = Math.min(places[i], most);
    const lines = order.map(({ seat }, i) => {
      const d = known.map(([n, row], k) => `${k ? "L" : "M"}${this.x(n).toFixed(1)} ${this.y(row[seat.seat]).toFixed(1)}`).join("");
      const mark = topping(seat.colour);
      for (const [key, value] of Object.entries({ x: W - R + 7, y: places[i] - MARK / 2, width: MARK, height: MARK })) mark.setAttribute(key, value);
      return svg("g", { class: "chart-line", "data-colour": COLOURS[seat.colour] }, svg("path", { class: "edge", d }), svg("path", { class: "line", d }), mark);
    });
    const bad = mistakes.map(({ n, seat }) => {
      const row = chances[n]; // what the move was found to be worth
      if (!row) return null;
      const x = this.x(n), y = this.y(row[seat]);
      return svg("path", { class: "fault", "data-n": n, d: `M${(x - 4).toFixed(1)} ${(y - 4).toFixed(1)}l8 8m0 -8l-8 8` });
    });
    const summary = order.map(({ seat, end }) => say("rv_graph_line", { name: seat.name, share: Math.round(end * 100) })).join(", ");
    this.box.replaceChildren(el("div", { class: "chart" }, svg("svg", { viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": say("rv_graph", { summary }) }, grid, ends, lines.reverse(), bad.filter(Boolean), this.cursor)));
  }
}
