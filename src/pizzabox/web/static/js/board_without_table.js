// A board without a table: a picture, the picker, and whoever answers its questions (the analysis, a puzzle).
import { $, askRow, el, svg, toast } from "./dom.js";
import { Picker } from "./picker.js";
import { Picture } from "./picture.js";
import { openRules } from "./rules.js";
import { SpokenPosition } from "./spoken_position.js";
import { Tooltip } from "./tooltip.js";

export class BoardWithoutTable {
  /** `ask(message)` answers pick, why, what and spoken; `move(message)` takes a complete move. */
  constructor(ask, move) {
    this.store = { table: null, seat: null, mine: true, secret: false };
    this.picture = new Picture($("stage"));
    this.marks = svg("g", { class: "marks", "aria-hidden": "true" });
    const connection = { send: (message) => (message.do === "move" ? move(message) : ask(message)) };
    this.picker = new Picker(this.picture, this.store, connection, {
      ask: askRow,
      lines: (lines) => this.lines(lines),
      played: () => {},
    });
    this.picker.tooltip = new Tooltip(this.picture, async (thing) => (await ask({ do: "what", seat: this.store.seat, thing })).what);
    this.spoken = new SpokenPosition(async () => (await ask({ do: "spoken", seat: this.store.seat })).spoken);
    this.version = 0;
    this.said = [];
    document.addEventListener("rules", (event) => openRules(this.store.table.game, event.detail));
    addEventListener("resize", () => this.mark(this.marked));
  }

  /** Show a board; `said` is what led to it. */
  show(board, said = []) {
    const same = this.store.table && this.store.table.game === board.game && this.store.table.options === board.options;
    this.store.table = { ...board, version: ++this.version, result: board.over || null };
    this.store.seat = board.seat < 0 ? null : board.seat;
    if (same) this.picture.update(board.picture);
    else this.picture.begin(board.picture);
    this.picture.call(board.called);
    this.picture.svg.append(this.marks);
    this.said = said;
    this.mark({});
    $("prompt").textContent = board.prompt;
    this.picker.refresh();
    this.spoken.show();
    $("content").dataset.version = this.version;
  }

  lines(lines) {
    const shown = lines ?? this.said;
    $("said").classList.toggle("preview", Boolean(lines));
    $("said").replaceChildren(...shown.map((line) => el("p", {}, line)));
  }

  /** Short texts over tokens of the picture. */
  mark(marks = {}) {
    this.marked = marks;
    const to = this.picture.svg.getScreenCTM()?.inverse();
    if (!to) return;
    this.marks.replaceChildren(...Object.entries(marks).map(([token, text]) => {
      const node = this.picture.find(token);
      if (!node) return null;
      const box = node.getBoundingClientRect(), scale = to.a;
      const middle = new DOMPoint(box.left + box.width / 2, box.top + box.height / 2).matrixTransform(to);
      const size = 13 * scale, width = (String(text).length * 0.62 + 0.7) * size;
      return svg("g", { transform: `translate(${middle.x} ${middle.y + Math.min(box.height * scale * 0.28, 1.4 * size)})` },
        svg("rect", { x: -width / 2, y: -0.75 * size, width, height: 1.5 * size, rx: 0.45 * size }),
        svg("text", { "text-anchor": "middle", y: 0.36 * size, "font-size": size }, String(text)));
    }).filter(Boolean));
  }

  wrong(error) {
    toast(error.what ?? String(error), error.rule);
  }
}
