// Dragging with the mouse, for any game: from a token to one that can follow it. A drag is two touches of the picker.
import { svg } from "./dom.js";

/** How many pixels a hand may shake during a press; farther is a drag. */
export const FAR = 8;

export class Drag {
  constructor(picker) {
    this.picker = picker;
    this.dropped = false; // whether the last press became a drag, whose end is not a touch
    this.board = picker.picture.svg;
    this.board.addEventListener("pointerdown", (event) => this.begin(event));
    document.addEventListener("pointermove", (event) => this.move(event));
    document.addEventListener("pointerup", (event) => this.drop(event));
    document.addEventListener("pointercancel", () => this.end());
  }

  begin(event) {
    this.dropped = false;
    const node = event.target.closest?.("[data-token]");
    if (event.pointerType !== "mouse" || event.button || !node || node.getAttribute("data-pick") !== "legal") return;
    this.from = { token: node.dataset.token, node, x: event.clientX, y: event.clientY };
  }

  move(event) {
    const { from } = this;
    if (!from) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    if (!from.begun && Math.hypot(dx, dy) > FAR) {
      from.begun = true;
      from.lifted = this.picker.lift(from.token);
      from.lifted.then((can) => { if (can && this.from === from) this.show(from); });
    }
    from.shift = [dx, dy];
    this.place(from);
  }

  /** The dragged token follows the mouse. */
  show(from) {
    const look = from.node.cloneNode(true), own = from.node.getScreenCTM(), all = this.board.getScreenCTM();
    if (!own || !all) return;
    for (const name of ["id", "transform", "data-token", "data-pick", "role", "tabindex"]) look.removeAttribute(name);
    const m = all.inverse().multiply(own);
    from.matrix = `matrix(${m.a} ${m.b} ${m.c} ${m.d} ${m.e} ${m.f})`;
    from.scale = all.a;
    from.ghost = svg("g", { class: "ghost", "aria-hidden": "true" }, look);
    this.board.append(from.ghost);
    this.place(from);
  }

  place({ ghost, shift, scale, matrix }) {
    ghost?.setAttribute("transform", `translate(${shift[0] / scale} ${shift[1] / scale}) ${matrix}`);
  }

  async drop(event) {
    const { from } = this;
    this.end();
    if (!from?.begun) return;
    const target = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-token]")?.dataset.token;
    this.dropped = true;
    if (!(await from.lifted)) {
      if (target === from.token) this.picker.touch(target); // nothing can follow it, so the hand only shook
    } else if (target !== undefined && target !== from.token && Object.hasOwn(this.picker.options, target)) this.picker.touch(target);
  }

  end() {
    this.from?.ghost?.remove();
    this.from = null;
  }
}
